import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { isElectron33 } from '../compat.ts';
import type { Log } from '../host.ts';

/** Trusted authorities besides those of a system, PEM. */
export interface Authorities {
  readonly all: readonly string[];
  /** Number that come from the operating system; null if this runtime cannot read those. */
  readonly ofComputer: number | null;
}

/** Reads them in a thread of its own: on macOS this takes seconds. */
const program = `
const { parentPort } = require('node:worker_threads');
const { getCACertificates } = require('node:tls');
parentPort.postMessage([getCACertificates('system'), getCACertificates('extra')]);
`;

export interface AuthoritiesReader {
  /** Starts reading unless already started; resolves when they are read. Never fails: unreadable ones are left out. */
  ready(): Promise<void>;
  /** Reads them synchronously if they are not there yet. */
  read(): Authorities;
}

/**
 * Reads the authorities of the operating system and of the runtime.
 * @param given replaces them in tests
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

  return {
    ready() {
      if (found !== null) return Promise.resolve();
      reading ??= (isElectron33 ? Promise.resolve(null) : readInThread())
        .catch(failed)
        .then((stores) => void keep(stores));
      return reading;
    },
    read() {
      if (found !== null) return found;
      if (isElectron33) return keep(null);
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
    // It must not delay the app's exit.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}
