interface Rules {
  createHTML?(text: string): string;
  createScriptURL?(address: string): string;
}

/** Trusted Types, whose results the DOM's declarations treat as strings; absent outside a browser. */
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy<R extends Rules>(name: string, rules: R): R };
};

/**
 * The page's only policy (named in main/hosts/content-security-policy.ts): created at start, so that nothing else can
 * create it, and used only by the two functions below.
 */
const rules = {
  createHTML: (text: string) => text,
  createScriptURL(address: string) {
    if (new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`not a script of the app: ${address}`);
    }
    return address;
  },
};
const policy = trustedTypes?.createPolicy('compute-desk', rules) ?? rules;

/** @param address of a script of the app: `import address from './worker.ts?worker&url'` */
export function startWorker(address: string): Worker {
  return new Worker(policy.createScriptURL(address), { type: 'module' });
}

/** Parses a document without a window: nothing in it runs, is shown or is fetched. */
export function parseXml(text: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(text), 'image/svg+xml');
}
