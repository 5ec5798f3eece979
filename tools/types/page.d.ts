// What the scripts of static/js share with htmx, with the server and with each other. Read by tsc alone, never served.

import type htmxOf from "htmx.org";

declare global {
  const htmx: typeof htmxOf;

  interface Window {
    prefs: {
      get(name: string): string;
      set(name: string, value: string): void;
      still(): boolean;
      who(): string;
      was(): string;
    };
    htmx?: typeof htmxOf;
    installing?: InstallEvent;
    SwaggerUIBundle(options: { url: string | undefined; domNode: HTMLElement; deepLinking: boolean }): void;
  }

  /** The modules that pages load when they need them (static/js/fragments.js). Each imports only what its page has already. */
  interface LateModules {
    call: typeof import("../../static/js/call.js");
    ticker: typeof import("../../static/js/ticker.js");
    marks: typeof import("../../static/js/marks.js");
    marks_form: typeof import("../../static/js/marks_form.js");
    replay: typeof import("../../static/js/replay.js");
    "sound/sounds": typeof import("../../static/js/sound/sounds.js");
    "sound/synth": typeof import("../../static/js/sound/synth.js");
    "match/ability_drawings": typeof import("../../static/js/match/ability_drawings.js");
    "match/advice": typeof import("../../static/js/match/advice.js");
    "match/automaton_animations": typeof import("../../static/js/match/automaton_animations.js");
    "match/beginning": typeof import("../../static/js/match/beginning.js");
    "match/bot_words": typeof import("../../static/js/match/bot_words.js");
    "match/bubble": typeof import("../../static/js/match/bubble.js");
    "match/company": typeof import("../../static/js/match/company.js");
    "match/destruction": typeof import("../../static/js/match/destruction.js");
    "match/ending": typeof import("../../static/js/match/ending.js");
    "match/fortress_animations": typeof import("../../static/js/match/fortress_animations.js");
    "match/foretold": typeof import("../../static/js/match/foretold.js");
    "match/touch": typeof import("../../static/js/match/touch.js");
    "match/incantations": typeof import("../../static/js/match/incantations.js");
    "match/large_card": typeof import("../../static/js/match/large_card.js");
    "match/log_keys": typeof import("../../static/js/match/log_keys.js");
    "match/panel_position": typeof import("../../static/js/match/panel_position.js");
    "match/poster": typeof import("../../static/js/match/poster.js");
    "match/read": typeof import("../../static/js/match/read.js");
    "match/recap": typeof import("../../static/js/match/recap.js");
    "match/return_animations": typeof import("../../static/js/match/return_animations.js");
  }

  /** Safari alone has it. */
  interface Navigator {
    audioSession?: { type: string };
  }

  /** What Chromium says when the site can be installed. */
  interface InstallEvent extends Event {
    prompt(): Promise<void>;
  }

  /** A creature's place on the board. */
  interface CreaturePlace {
    player: string;
    lane: string;
    index: number;
  }

  /** An action as the API takes it; only what the scripts read of it. */
  interface Action {
    type: string;
    hand?: number;
    lane?: string;
    onto?: number;
    target?: CreaturePlace;
    card?: unknown;
    cards?: unknown[];
  }

  /** An action that the server listed for the viewer, and the question to ask before it is sent. */
  interface Choice {
    action: Action;
    ask: string | null;
    hp?: number; // the player's own HP after it, where it changes
  }

  /** Which card is played: one of the hand, or the Champion. */
  interface CardSource {
    hand?: number;
    champion?: boolean;
  }

  /** HTML of cards by key. */
  type Faces = Record<string, string>;

  /** The whole stage. */
  interface Snapshot {
    type: "snapshot";
    seq: number;
    now?: number;
    clock?: number;
    content: string;
  }

  /** The zones that changed; the events lead from the action `from` (without it: the one before) to `seq`. */
  interface Frame {
    type: "frame";
    seq: number;
    from?: number;
    content: string;
    events?: GameEvent[];
    faces?: Faces;
    clock?: number;
    more?: boolean;
  }

  /** The answer to a message that was not carried out. */
  interface Refusal {
    type: "error";
    error: string;
    code: string;
    content: string;
    press?: string;
  }

  /** What the board shows. */
  type Shown = Snapshot | Frame | Refusal;

  /** What is said beside the match: all of it again, or some lines more. */
  interface TalkPiece {
    type: "talk_panel" | "talk_lines";
    content: string;
  }

  /** What a page sends (app/base/live/client_messages.py, app/matches/core/features); an action without a number is for any table. */
  type ClientMessage =
    | { type: "act"; action: Action; seq?: number }
    | { type: "why"; hand: number }
    | { type: "lift"; seat: string };

  /** What the server sends over the socket of a page (app/base/live/server_messages.py). */
  type ServerMessage =
    | Shown
    | TalkPiece
    | { type: "beat"; beat: number }
    | { type: "taken"; press: string }
    | { type: "reload" }
    | { type: "banner" | "zone"; content: string };

  /** What htmx' extension for sockets tells of its socket and of a message. */
  type SocketEvent = CustomEvent<{
    connection: { url: string; socket: WebSocket | null; attempt: number; timer?: number };
    message: { data: string; values: Record<string, unknown>; frame?: Shown; json: () => Promise<Shown> };
    waitUntil(done: Promise<void>): void;
  }>;

  /** A request of htmx: what asks, why, and the answer, if there was one. */
  interface RequestContext {
    sourceElement: Element;
    sourceEvent: Event;
    request: { method: string };
    response?: { status: number; headers: Headers };
    text?: string;
  }

  /** What htmx tells of a request; other failures of htmx come without one. */
  type FragmentEvent = CustomEvent<{ ctx?: RequestContext }>;

  interface HTMLElementEventMap {
    "htmx:ws:before:connection": SocketEvent;
    "htmx:ws:after:connection": SocketEvent;
    "htmx:ws:before:message:incoming": SocketEvent;
    "htmx:ws:after:message:incoming": SocketEvent;
    "htmx:ws:before:message:outgoing": SocketEvent;
  }

  interface DocumentEventMap {
    "htmx:before:request": FragmentEvent;
    "htmx:finally:request": FragmentEvent;
    "htmx:before:response": FragmentEvent;
    "htmx:before:swap": FragmentEvent;
    "htmx:finally:swap": FragmentEvent;
    "htmx:error": FragmentEvent;
    "htmx:response:error": FragmentEvent;
  }

  /** A step of a replay. */
  interface ReplayFrame {
    step: number;
    part: number;
    content: string;
    events: GameEvent[];
    faces: Faces;
  }
}
