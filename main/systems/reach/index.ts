import { apiBases } from '../../../common/addresses/api-bases.ts';
import { AppError, type AppErrorData, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { CallOutput, Handlers } from '../../../preload/contract/index.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import { checkAddress, requireUsable } from '../../base/addresses/index.ts';
import type { BufferedAnswer, Network } from '../../base/network/index.ts';
import { readErrorMessage } from '../../base/network/refusal/index.ts';
import { jsonIn } from './parse-json.ts';
import { findProvider } from './provider.ts';

export type ReachResult = CallOutput<'systems.reach'>;

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

/** The call that tries an address before a system has it. */
export function reachCalls(network: Network): Pick<Handlers<'systems'>, 'reach'> {
  return {
    reach: ({ field, address, authorities }) => checkReach(network, field, address, authorities),
  };
}

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
  authorities: readonly string[],
): Promise<ReachResult> {
  const ask = (url: string) => network.request({ url, authorities, ...patience });
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

function notReached(problem: AppErrorData): ReachResult {
  return { reached: false, fits: false, provider: null, problem };
}

/** Refused without credentials; nginx returns 400 without a client certificate. */
function asksWho(answer: BufferedAnswer): boolean {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 495 || status === 496) return true;
  return status === 400 && readErrorMessage(answer).text.includes('SSL certificate');
}

/** Machine states and models are lists, or a record with a list. */
function listsSomething({ status, body }: BufferedAnswer): boolean {
  if (status < 200 || status > 299) return false;
  const value = jsonIn(body);
  return Array.isArray(value) || Object.values(value ?? {}).some(Array.isArray);
}
