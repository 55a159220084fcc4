import type { Json } from '../../../../preload/contract/shapes.ts';
import type { ApiAnswer, ApiRequest, Send } from '../types.ts';
import { isRecord, jsonOf, pathPart, readNumber, wrongShape } from '../values.ts';

/** Requests of the file operations below `/filesystem/{machine}`. */
export function createRequests(send: Send) {
  const at = (machine: string, more: string): string => `/filesystem/${pathPart(machine)}/${more}`;
  const ask = (
    machine: string,
    more: string,
    path: string,
    signal?: AbortSignal,
    limits: Pick<ApiRequest, 'maxBytes' | 'timeoutMs' | 'into'> & {
      readonly query?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<ApiAnswer> => {
    const { query, ...rest } = limits;
    return send(
      { method: 'GET', path: at(machine, more), query: { path, ...query }, reads: true, ...rest },
      signal,
    );
  };
  const change = (
    machine: string,
    more: string,
    sent: Pick<ApiRequest, 'query' | 'timeoutMs'> & {
      readonly method?: 'POST' | 'DELETE';
      readonly json?: Readonly<Record<string, Json>>;
      readonly form?: Exclude<ApiRequest['body'], string>;
    },
    signal?: AbortSignal,
  ): Promise<ApiAnswer> => {
    const { method = 'POST', json, form, ...rest } = sent;
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    return send(
      {
        method,
        path: at(machine, more),
        reads: false,
        ...(body === undefined ? {} : { body }),
        ...(json === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
        ...rest,
      },
      signal,
    );
  };
  /** Returns a file's size; null where nothing is. */
  const sizeOf = async (machine: string, path: string, signal?: AbortSignal) => {
    const answer = await ask(machine, 'ops/stat', path, signal, { query: { dereference: 'true' } });
    if (answer.status === 404) return null;
    const value = jsonOf(answer);
    const size = isRecord(value) && isRecord(value.output) ? readNumber(value.output.size) : null;
    if (size === null) throw wrongShape(answer, 'no size');
    return size;
  };
  return { ask, change, sizeOf };
}
