import { withoutTrailingSlashes } from '../../../common/texts/trim.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Into, Network, RequestOptions } from '../../base/network/index.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';
import type { Access } from '../../systems/access/index.ts';

export type WebApiRequest = Omit<
  RequestOptions,
  'identity' | 'connection' | 'authorities' | 'url'
> & {
  /** Below `{base_url}`, with its leading slash, or an address of the same origin. */
  readonly path: string | URL;
  readonly maxBytes?: number;
  /** Takes the body of a 2xx answer, of any size, and leaves none in the answer. */
  readonly into?: Into;
  /** Whether the call only reads; a refusal that may have come after an effect is repeated only then. Default: no. */
  readonly reads?: boolean;
  /** For an API other than that of spec/web-api.md. */
  readonly refusals?: Refusals;
};

/** How an API refuses a token. */
export interface Refusals {
  /** The call that shows whether a token is valid. */
  readonly statusPath: string;
  /** Whether an answer of a call that reads may mean a spent token, beside 401 and 403. */
  mayBeSpent(answer: BufferedAnswer): boolean;
}

/** The only call documented for everybody: it shows whether a token is valid. */
export const statusPath = '/status/';

/**
 * Makes one call to the Web API by the system's route. With a token, 401 and 403 both mean: refresh once, call once
 * more (spec/web-api.md, "States and transitions", rule 3; design, section 4). A refused call had no effect, so
 * repeating it is safe with any method. A second refusal is returned as the answer: it may have another reason. The
 * session has ended if the machine states are refused too.
 * @throws AppError of the network, of the session; other statuses are answers
 */
export async function callWebApi(
  network: Network,
  access: Access,
  request: WebApiRequest,
): Promise<BufferedAnswer> {
  const { path, signal, reads = false, refusals, ...sent } = request;
  const proof = refusals?.statusPath ?? statusPath;
  const isRefused = (answer: BufferedAnswer): boolean =>
    isRefusal(answer) || (reads && refusals?.mayBeSpent(answer) === true);
  const { identity, connection, authorization } = access;
  const base = withoutTrailingSlashes(access.address);
  const url = path instanceof URL ? path.href : `${base}${path}`;
  const send = (more: Readonly<Record<string, string>>): Promise<BufferedAnswer> => {
    const headers = { ...sent.headers, ...more };
    return network.request({
      ...sent,
      url,
      headers,
      identity,
      connection,
      ...(signal && { signal }),
    });
  };

  if (authorization === null) return send({});
  const attached = await unlessAborted(authorization.attach(), signal);
  const first = await send(attached.headers);
  if (!isRefused(first)) return first;
  if (path !== proof) {
    const newer = await unlessAborted(authorization.renewIfPossible(attached), signal);
    const last = newer === null ? first : await send(newer.headers);
    if (!isRefused(last)) return last;
    const used = newer ?? attached;
    const status = await network
      .request({
        url: `${base}${proof}`,
        headers: { accept: 'application/json', ...used.headers },
        identity,
        connection,
        maxBytes: largestStatus,
        ...(signal === undefined ? {} : { signal }),
      })
      .catch(() => null);
    // Without an answer nothing is known about the token.
    if (status === null || !(isRefusal(status) || refusals?.mayBeSpent(status))) return last;
    if (newer === null) await unlessAborted(authorization.renew(attached), signal);
    else authorization.refusedAgain(newer);
    throw refusalError(readRefusal(last), { code: 'session-expired' });
  }
  const renewed = await unlessAborted(authorization.renew(attached), signal);
  const second = await send(renewed.headers);
  if (!isRefused(second)) return second;
  authorization.refusedAgain(renewed);
  throw refusalError(readRefusal(second), { code: 'session-expired' });
}

/** There are tens of machines, maybe thousands with fields of their own (spec/web-api.md, "Machine state record"). */
export const largestStatus = 4 * 1024 * 1024;

/** A token may take minutes while the user signs in: an aborted call does not wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new AppError('cancelled'));
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function isRefusal({ status }: BufferedAnswer): boolean {
  return status === 401 || status === 403;
}
