import { AppError } from '../../../preload/contract/errors.ts';
import {
  type BufferedAnswer,
  type Examiner,
  type Handshake,
  type Network,
  type ProxyChoice,
  pinnedHost,
  type TlsIdentity,
} from '../../base/network/index.ts';
import type { Genai } from '../../chat/service/index.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Certificates } from '../../systems/certificates/index.ts';
import type { Link, Links } from '../../systems/links/index.ts';
import type { SignIn } from '../../systems/sign-in/index.ts';

/** What the doctor needs from other domains. */
export interface DoctorParts {
  readonly links: Pick<Links, 'to' | 'brings'>;
  readonly access: Pick<Accesses, 'openWebApi' | 'identity'>;
  readonly network: Pick<Network, 'request'> & { readonly examiner: Examiner };
  readonly certificates: Pick<Certificates, 'all'>;
  readonly signIn: Pick<SignIn, 'snapshot' | 'tryClient'>;
  readonly genai: Pick<Genai, 'tryKey' | 'completion'>;
  readonly now: () => number;
  /**
   * Whether the operating system asks the user before the app may access the local network (macOS 15, Apple's TN3179).
   */
  readonly localNetworkIsGuarded?: boolean;
}

/** One examination, with results of its steps for later ones. */
export interface ExaminationContext extends DoctorParts {
  readonly systemId: string;
  readonly service: Link['service'];
  readonly completion: boolean;
  readonly signal: AbortSignal;
  readonly known: {
    link?: Link;
    /** The address requested by HTTP. */
    url?: URL;
    /** `{auth_url}` with the realm's path. */
    issuer?: string;
    proxy?: ProxyChoice;
    addresses?: readonly string[];
    /** The address that answered; null: through the proxy. */
    address?: string | null;
    handshake?: Handshake;
    identity?: TlsIdentity | null;
    answer?: BufferedAnswer;
    /** Server's clock minus ours, ms. */
    skew?: number | null;
    models?: readonly string[];
  };
}

/** Returns whether the server is known to ask for the certificate after the request. */
export function isLimited({ connection }: Link, url: URL): boolean {
  return connection.tls12.includes(pinnedHost(url.hostname, url.port || '443'));
}

/** Returns a result that an earlier step must have found. */
export function requireResult<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('internal');
  return found;
}

/** Stops waiting when the examination is stopped; the work itself finishes. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled'));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
