import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { plainLine } from '../../../base/network/refusal/index.ts';
import type { ApiAnswer, Send } from '../types.ts';
import { isRecord, jsonOf, pathPart, readText, wrongShape } from '../values.ts';
import { type Pace, untilDone } from '../waiting.ts';
import type { IriVersion } from './types.ts';

/**
 * Follows the task that an answer names to its end, and returns what it put out. The address in the answer is not
 * used: it may lead elsewhere.
 * @throws AppError with the server's words if it failed
 */
export async function followTask({
  send,
  version,
  answer,
  pace,
  signal,
  maxBytes,
}: {
  readonly send: Send;
  readonly version: IriVersion;
  readonly answer: ApiAnswer;
  readonly pace: Pace;
  readonly signal: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
}): Promise<{ answer: ApiAnswer; output: Json }> {
  const value = jsonOf(answer);
  const id = isRecord(value) ? readText(value.task_id) : null;
  if (id === null) throw wrongShape(answer, 'no task id');
  const path = `/api/${version}/task/${pathPart(id)}`;
  const { host } = new URL(answer.url);
  return untilDone(
    {
      host,
      async ask(aborted) {
        const limits = maxBytes === undefined ? {} : { maxBytes };
        const told = await send({ method: 'GET', path, reads: true, ...limits }, aborted);
        return resultOf(told, host);
      },
      giveUp: () => send({ method: 'DELETE', path, reads: false }),
    },
    pace,
    signal,
  );
}

/** Returns null while the task goes on. */
function resultOf(answer: ApiAnswer, host: string): { answer: ApiAnswer; output: Json } | null {
  const task = jsonOf(answer);
  if (!isRecord(task)) throw wrongShape(answer, typeof task);
  const status = readText(task.status) ?? 'pending';
  const { result } = task;
  const output = (isRecord(result) ? result.output : result) ?? null;
  switch (status) {
    case 'pending':
    case 'active':
      return null;
    case 'completed':
      return { answer, output };
    case 'failed':
    case 'canceled':
      throw new AppError('http-status', {
        details: { host, status, server: plainLine(readText(output) ?? status) },
      });
    default:
      throw wrongShape(answer, status);
  }
}
