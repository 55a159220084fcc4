import { apiBases } from '../../../common/addresses/api-bases.ts';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import { AppError, type AppErrorData, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import { checkAddress, requireUsable } from '../../base/addresses/index.ts';
import type { BufferedAnswer, Connection, Network } from '../../base/network/index.ts';
import { readErrorMessage } from '../../base/network/refusal/index.ts';
import { jsonIn } from './parse-json.ts';
import { findProvider } from './provider.ts';

export type ReachResult = CallOutput<'trial.reach'>;

/** The server asks for a client certificate in the handshake: without one no more can be learnt. */
const asksForCertificate: readonly ErrorCode[] = [
  'tls-client-certificate-missing',
  'tls-client-certificate-rejected',
];
/** A server is there, but its answer does not fit such a service. */
const reachedAnyway: readonly ErrorCode[] = [
  'http-redirect-refused',
  'answer-too-large',
  'answer-encoding',
];

const patience = { headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * Returns whether a server answers at the address like such a service, without sending credentials. A request for
 * credentials counts too: more cannot be known without them.
 * @param text as typed; for an identity provider any of its addresses
 */
export async function checkReach(
  network: Network,
  field: AddressField,
  text: string,
  connection: Connection,
): Promise<ReachResult> {
  const ask = (url: string) => network.request({ url, connection, ...patience });
  const as = (fits: boolean): ReachResult => ({
    reached: true,
    fits,
    provider: null,
    problem: null,
  });
  try {
    if (field === 'identityProvider') {
      const provider = await findProvider(checkAddress(field, text), ask);
      return { ...as(provider !== null), provider };
    }
    const address = requireUsable(field, text);
    const urls =
      field === 'webApi'
        ? [`${address}/status/`]
        : apiBases(address).map((base) => `${base}/models`);
    let isPage = false;
    for (const url of urls) {
      const answer = await ask(url);
      if (asksForCredentials(answer) || entriesOf(answer) !== null) return as(true);
      isPage ||= isWebPage(answer);
    }
    return { ...as(false), ...(isPage ? { isPage } : {}), ...(await otherScheme(text, ask, null)) };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (asksForCertificate.includes(cause.code)) return as(true);
    if (reachedAnyway.includes(cause.code)) return as(false);
    return { ...notReached(cause.toData()), ...(await otherScheme(text, ask, cause.code)) };
  }
}

/**
 * Returns the scheme that this computer's own server speaks at the port instead, if it is the other one. Elsewhere http
 * is never tried.
 */
async function otherScheme(
  text: string,
  ask: (url: string) => Promise<BufferedAnswer>,
  failure: ErrorCode | null,
): Promise<Pick<ReachResult, 'speaks'>> {
  if (!URL.canParse(text.trim())) return {};
  const { protocol, hostname, host } = new URL(text.trim());
  if (!isLoopback(hostname)) return {};
  const other = protocol === 'http:' ? 'https' : 'http';
  // a TLS server also answers http, with a refusal: only one that speaks no TLS is asked
  if (other === 'http' && failure !== 'tls-handshake') return {};
  try {
    await ask(`${other}://${host}/`);
    return { speaks: other };
  } catch (cause) {
    const code = cause instanceof AppError ? cause.code : null;
    // a certificate that is not trusted is one all the same
    const isTls = code?.startsWith('tls-') === true && code !== 'tls-handshake';
    return other === 'https' && isTls ? { speaks: other } : {};
  }
}

function notReached(problem: AppErrorData): ReachResult {
  return { reached: false, fits: false, provider: null, problem };
}

/** Refused without credentials; nginx returns 400 without a client certificate. */
export function asksForCredentials(answer: BufferedAnswer): boolean {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 495 || status === 496) return true;
  return status === 400 && readErrorMessage(answer).text.includes('SSL certificate');
}

/** Returns how many machines or models are listed, in a list or a record with one; null if there is no list. */
export function entriesOf({ status, body }: BufferedAnswer): number | null {
  if (status < 200 || status > 299) return null;
  const value = jsonIn(body);
  const list: unknown = Array.isArray(value)
    ? value
    : Object.values(value ?? {}).find(Array.isArray);
  return Array.isArray(list) ? list.length : null;
}

/** A page for people, such as that of a portal. */
function isWebPage({ status, headers }: BufferedAnswer): boolean {
  return status < 400 && (headers['content-type'] ?? '').startsWith('text/html');
}
