import { AppError } from '../../preload/contract/errors.ts';
import { withoutTrailingSlashes } from '../../preload/contract/texts/trim.ts';
import type { Access } from '../links/index.ts';
import type { BufferedAnswer, Network, RequestOptions } from '../network/index.ts';
import { readRefusal, refusalError } from '../network/refusal/index.ts';

export type WebApiRequest = Omit<
  RequestOptions,
  'identity' | 'connection' | 'authorities' | 'url'
> & {
  /** Below `{base_url}`, with its leading slash. */
  readonly path: string;
  readonly maxBytes?: number;
};

/**
 * One call to the Web API by the system's route. With a token, 401 and 403 both mean: refresh once, call
 * once more, then the session has ended (spec/web-api.md, "States and transitions", rule 3; design,
 * section 4). A refused call was not acted on, so calling again is safe with any method.
 * @throws AppError of the network, of the session; other statuses are answers
 */
export async function callWebApi(
  network: Network,
  access: Access,
  { path, headers = {}, ...request }: WebApiRequest,
): Promise<BufferedAnswer> {
  const { identity, connection, authorization } = access;
  const url = `${withoutTrailingSlashes(access.address)}${path}`;
  const send = (more: Readonly<Record<string, string>>): Promise<BufferedAnswer> =>
    network.request({ ...request, url, headers: { ...headers, ...more }, identity, connection });

  if (authorization === null) return send({});
  const attached = await unlessAborted(authorization.attach(), request.signal);
  const first = await send(attached.headers);
  if (!isRefusal(first)) return first;
  const renewed = await unlessAborted(authorization.renew(attached), request.signal);
  const second = await send(renewed.headers);
  if (!isRefusal(second)) return second;
  authorization.refusedAgain(renewed);
  throw refusalError(readRefusal(second), { code: 'session-expired' });
}

/** A token may be minutes away, while the user signs in: who gives the call up does not wait for it. */
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
