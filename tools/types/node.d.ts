// What tests/js uses of Node.js. All of its types would change what the scripts of pages may call.

declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
  export function beforeEach(body: () => void | Promise<void>): void;
  export const mock: {
    method(
      object: object,
      name: string,
      stand: () => void,
    ): { mock: { calls: { arguments: unknown[] }[]; restore(): void } };
    timers: {
      enable(options: { apis: ("setTimeout" | "setInterval" | "Date")[]; now?: number }): void;
      tick(milliseconds: number): void;
      reset(): void;
    };
  };
}

declare module "node:module" {
  export function register(specifier: string): void;
}

declare module "node:events" {
  export function setMaxListeners(count: number, ...targets: EventTarget[]): void;
}

declare function setImmediate(call: (value: unknown) => void): void;

declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal<Value>(actual: unknown, expected: Value, message?: string): asserts actual is Value;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    rejects(promise: Promise<unknown>, expected?: RegExp): Promise<void>;
    throws(call: () => unknown, expected?: RegExp): void;
  };
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf-8"): string;
  export function readdirSync(path: string, options: { recursive: true }): string[];
}

declare module "node:path" {
  export function dirname(path: string): string;
  export function join(...parts: string[]): string;
}

declare module "node:vm" {
  export function runInNewContext(code: string, context: object): unknown;
}

interface ImportMeta {
  readonly dirname: string;
}
