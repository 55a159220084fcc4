/** A text is not JSON. Says where, and no word of the text: V8's own message quotes it, and messages are logged. */
export class NotJson extends Error {
  constructor(text: string, cause: unknown) {
    const place = /at position (\d{1,12})\b/.exec(cause instanceof Error ? cause.message : '')?.[1];
    super(`not JSON${place === undefined ? '' : `, at ${place}`} of ${text.length} characters`);
    this.name = 'NotJson';
  }
}

/**
 * The value of a text of JSON.
 * @throws NotJson
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NotJson(text, cause);
  }
}
