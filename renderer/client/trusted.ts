interface Rules {
  createHTML?(text: string): string;
  createScriptURL?(address: string): string;
}

/** Trusted Types, whose results the DOM's declarations take for strings; absent where there is no browser. */
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy<R extends Rules>(name: string, rules: R): R };
};

/**
 * The one policy of the page (its name stands in main/hosts/content-security-policy.ts): made when the
 * page starts, so that nothing else can make it, and used by the two functions below alone.
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

/** A document of its own, without a window: nothing in it runs, is shown or is fetched. */
export function parseXml(text: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(text), 'image/svg+xml');
}
