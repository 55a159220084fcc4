import { exceedsDepth, parseJson } from '../../common/texts/json.ts';
import type { CallResult } from './bridge.ts';
import { AppError } from './errors.ts';

/** Maximum bytes of one message to main: a 32 MB request body in base64, with reserve. */
export const maxMessageBytes = 48 * 1024 * 1024;
/** Maximum nesting of lists and records in one message, its own included. */
export const maxMessageDepth = 200;

/**
 * The messages of the web host's WebSocket: JSON text, with bytes as `{"$bytes": base64}`. A record of that form, or
 * with an escaped tag, gets one more `$`: `{"$$bytes": …}`.
 */
export type ClientMessage = { readonly id: number; readonly name: string; readonly input: unknown };
export type ServerMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: CallResult }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }
  /** The last two messages of the handshake (handshake.ts). */
  | { readonly kind: 'welcome' | 'unknown' };

type Fields = Readonly<Record<string, unknown>>;

const tag = '$bytes';

/** Returns the only field of a record if it is the tag, or an escaped tag. */
function tagOf(value: object): string | null {
  let only = '';
  for (const key in value) {
    if (only !== '' || !key.endsWith(tag)) return null;
    only = key;
  }
  return /^\$+bytes$/.test(only) ? only : null;
}

function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}

function fromBase64(text: unknown): Uint8Array {
  if (typeof text !== 'string' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new AppError('contract-invalid-input', { details: { where: tag } });
  }
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function tooDeep(): AppError {
  return new AppError('call-too-deep', { details: { limit: maxMessageDepth } });
}

/** Returns the same list or record if `change` leaves every part unchanged, else a copy. */
function mapped(value: object, change: (part: object) => object): object {
  const changed = new Map<unknown, object>();
  const look = (name: unknown, part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const now = change(part);
    if (now !== part) changed.set(name, now);
  };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) look(at, value[at]);
    return changed.size === 0 ? value : value.map((part, at) => changed.get(at) ?? part);
  }
  const fields = value as Fields;
  const keys = Object.keys(fields);
  for (const key of keys) look(key, fields[key]);
  if (changed.size === 0) return value;
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(keys.map((key) => [key, changed.get(key) ?? fields[key]]));
}

function pack(value: object, depth: number): object {
  if (value instanceof Uint8Array) return { [tag]: toBase64(value) };
  if (depth > maxMessageDepth) throw tooDeep();
  const packed = mapped(value, (part) => pack(part, depth + 1));
  const key = tagOf(value);
  return key === null ? packed : { [`$${key}`]: (packed as Fields)[key] };
}

function unpack(value: object): object {
  const key = tagOf(value);
  if (key === tag) return fromBase64((value as Fields)[key]);
  const unpacked = mapped(value, unpack);
  return key === null ? unpacked : { [key.slice(1)]: (unpacked as Fields)[key] };
}

/** @throws AppError `call-too-deep` */
export function encode(message: ClientMessage | ServerMessage): string {
  return JSON.stringify(pack(message, 1));
}

/**
 * Returns the value given to `encode`, except for values without a JSON form (`undefined`, NaN, -0).
 * @throws AppError `call-too-deep`; `contract-invalid-input` for invalid bytes; NotJson for invalid JSON
 */
export function decode(text: string): unknown {
  if (exceedsDepth(text, maxMessageDepth)) throw tooDeep();
  const value: unknown = parseJson(text);
  return typeof value === 'object' && value !== null && text.includes(tag) ? unpack(value) : value;
}

/** Returns the call id of a message or answer from its start, if the whole is unreadable. */
export function idOf(text: string): number | null {
  const id = /^\{(?:"kind":"result",)?"id":(\d{1,15}),/.exec(text.slice(0, 60))?.[1];
  return id === undefined ? null : Number(id);
}
