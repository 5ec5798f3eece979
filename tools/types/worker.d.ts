// What a service worker sees, as far as static/js/worker uses it: TypeScript's own types of it exclude those of pages.

declare global {
  const VERSION: string;
  const ICON: string;
  const BADGE: string;

  interface Moment extends Event {
    waitUntil(done: Promise<unknown>): void;
  }

  interface FetchMoment extends Moment {
    request: Request;
    preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  }

  interface PushMoment extends Moment {
    data: { json(): Record<string, string> & { waiting: number } } | null;
  }

  interface ClickMoment extends Moment {
    notification: Notification;
  }

  interface RenewMoment extends Moment {
    oldSubscription?: PushSubscription;
    newSubscription?: PushSubscription;
  }
}

export interface WindowOfSite {
  url: string;
  focus(): Promise<WindowOfSite>;
  postMessage(message: object): void;
}

export interface WorkerScope {
  location: Location;
  navigator: { setAppBadge?(count: number): Promise<void> };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    pushManager: PushManager;
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(): Promise<Notification[]>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<WindowOfSite[]>;
    openWindow(url: string): Promise<WindowOfSite | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate" | "message", listener: (event: Moment) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchMoment) => void): void;
  addEventListener(type: "push", listener: (event: PushMoment) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickMoment) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: RenewMoment) => void): void;
}
