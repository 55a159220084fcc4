import { apiBases } from '../../../common/addresses/api-bases.ts';
import { AppError, type AppErrorData, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import { checkAddress, requireUsable } from '../../base/addresses/index.ts';
import type { BufferedAnswer, Network } from '../../base/network/index.ts';
import { readWords } from '../../base/network/refusal/index.ts';
import { jsonIn } from './json-in.ts';
import { findProvider } from './provider.ts';

export type Reached = CallOutput<'systems.reach'>;

/** A server that asks for a client certificate in the handshake: who has none learns no more. */
const asksForCertificate: readonly ErrorCode[] = [
  'tls-client-certificate-missing',
  'tls-client-certificate-rejected',
];
/** It is there, and what it says is not what such a service says. */
const reachedAnyway: readonly ErrorCode[] = [
  'http-redirect-refused',
  'answer-too-large',
  'answer-encoding',
];

const patience = { headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * Whether a server answers at the address as such a service does; no credential is sent. Who asks for one
 * answers so too: more cannot be known before there is one.
 * @param text As typed; of an identity provider any of its addresses
 */
export async function reach(
  network: Network,
  field: AddressField,
  text: string,
  authorities: readonly string[],
): Promise<Reached> {
  const ask = (url: string) => network.request({ url, authorities, ...patience });
  const as = (fits: boolean): Reached => ({ reached: true, fits, provider: null, problem: null });
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
    for (const url of urls) {
      const answer = await ask(url);
      if (asksWho(answer) || listsSomething(answer)) return as(true);
    }
    return as(false);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (asksForCertificate.includes(cause.code)) return as(true);
    if (reachedAnyway.includes(cause.code)) return as(false);
    return notReached(cause.toData());
  }
}

function notReached(problem: AppErrorData): Reached {
  return { reached: false, fits: false, provider: null, problem };
}

/** Refused for want of a credential; nginx says 400 where it got no client certificate. */
function asksWho(answer: BufferedAnswer): boolean {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 495 || status === 496) return true;
  return status === 400 && readWords(answer).text.includes('SSL certificate');
}

/** Machine states and models are lists, or a record that holds one. */
function listsSomething({ status, body }: BufferedAnswer): boolean {
  if (status < 200 || status > 299) return false;
  const value = jsonIn(body);
  return Array.isArray(value) || Object.values(value ?? {}).some(Array.isArray);
}
