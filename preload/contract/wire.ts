import type { CallResult } from './bridge.ts';

/** Bytes of one message to main: a 32 MB request body in base64, with room. */
export const largestMessage = 48 * 1024 * 1024;

/** The messages of the web host's WebSocket: JSON text, with bytes as `{"$bytes": base64}`. */
export type ClientMessage = { readonly id: number; readonly name: string; readonly input: unknown };
export type ServerMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: CallResult }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown };

interface BytesRecord {
  readonly $bytes: string;
}

function isBytesRecord(value: unknown): value is BytesRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$bytes' in value &&
    typeof value.$bytes === 'string' &&
    Object.keys(value).length === 1
  );
}

function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function encode(message: ClientMessage | ServerMessage): string {
  return JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: toBase64(value) } : value,
  );
}

/** @throws SyntaxError when the text is not JSON */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    isBytesRecord(value) ? fromBase64(value.$bytes) : value,
  );
}
