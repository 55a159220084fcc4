import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Log } from '../host.ts';

/** Authorities that are trusted without a system's own, PEM. */
export interface Authorities {
  readonly all: readonly string[];
  /** How many of them are the operating system's; null where this runtime cannot ask for them. */
  readonly ofComputer: number | null;
}

/** What reads them, in a thread of its own: macOS takes seconds for it. */
const program = `
const { parentPort } = require('node:worker_threads');
const { getCACertificates } = require('node:tls');
parentPort.postMessage([getCACertificates('system'), getCACertificates('extra')]);
`;

export interface AuthoritiesReader {
  /** Begins to read, if nobody has yet; done when they are there. Never fails: what cannot be read is left out. */
  ready(): Promise<void>;
  /** At once, in this thread, where they are not there yet. */
  read(): Authorities;
}

/**
 * Those of the operating system and those that the runtime brings.
 * @param given instead of them: tests
 */
export function createAuthorities(given?: readonly string[], log?: Log): AuthoritiesReader {
  let found: Authorities | null = given === undefined ? null : { all: given, ofComputer: null };
  let reading: Promise<void> | null = null;

  const keep = (stores: readonly (readonly string[])[] | null): Authorities => {
    if (found !== null) return found;
    const [system = [], extra = []] = stores ?? [];
    const all = [...system, ...tls.rootCertificates, ...extra].map((pem) => pem.trim());
    found = { all: [...new Set(all)], ofComputer: stores === null ? null : system.length };
    if (found.ofComputer === 0) log?.info('network.no-system-authorities');
    return found;
  };
  const failed = (cause: unknown): null => {
    log?.error('network.system-authorities', cause);
    return null;
  };
  // It came with Node 22.15; before it only those of the runtime can be had.
  const canAsk = typeof tls.getCACertificates === 'function';

  return {
    ready() {
      if (found !== null) return Promise.resolve();
      reading ??= (canAsk ? readInThread() : Promise.resolve(null))
        .catch(failed)
        .then((stores) => void keep(stores));
      return reading;
    },
    read() {
      if (found !== null) return found;
      if (!canAsk) return keep(null);
      try {
        return keep([tls.getCACertificates('system'), tls.getCACertificates('extra')]);
      } catch (cause) {
        return keep(failed(cause));
      }
    },
  };
}

function readInThread(): Promise<readonly (readonly string[])[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true });
    // Nothing waits for it at the end of the app.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}
