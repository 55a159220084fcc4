/** A requested fault for testing a client's error handling. */
export type Fault =
  /** Answers with this HTTP status, in one of the body shapes that servers are known to use. */
  | { readonly kind: 'error'; readonly status: number; readonly shape: ErrorShape }
  /** Cuts the connection after so many tokens. */
  | { readonly kind: 'drop'; readonly afterTokens: number }
  /** Stops sending after so many tokens; only keep-alive comments follow, or nothing at all. */
  | { readonly kind: 'stall'; readonly afterTokens: number; readonly silent: boolean }
  /** Ends the stream properly as HTTP, but without finish_reason and `[DONE]`. */
  | { readonly kind: 'truncate'; readonly afterTokens: number }
  /** Sends an error event in mid-stream, then ends. */
  | { readonly kind: 'midstream'; readonly afterTokens: number }
  /** Waits so many seconds before the first token. */
  | { readonly kind: 'slow'; readonly seconds: number };

export type ErrorShape = 'openai' | 'string' | 'flat' | 'detail' | 'text' | 'html';

const shapes = new Set<string>(['openai', 'string', 'flat', 'detail', 'text', 'html']);

/**
 * Parses `!error 503 html`, `!drop 5`, `!stall 5 silent`, `!truncate 5`, `!midstream 5` or `!slow 20` at the start of a
 * prompt, or the same without `!` in the `x-demo-fault` header. Anything else is no fault. The last of several
 * paragraphs counts: a client sends a failed question along with the next one.
 */
export function parseFault(text: string): Fault | undefined {
  const match = /^!(error|drop|stall|truncate|midstream|slow)\b *([^\n]*)/.exec(
    lastParagraph(text),
  );
  const [, kind, rest = ''] = match ?? [];
  const words = rest.split(/\s+/);
  const number = Number.parseInt(words[0] ?? '', 10);
  const afterTokens = Number.isNaN(number) ? 12 : number;
  switch (kind) {
    case 'error': {
      const shape = words[1] ?? '';
      return {
        kind,
        status: number >= 400 && number <= 599 ? number : 500,
        shape: shapes.has(shape) ? (shape as ErrorShape) : 'openai',
      };
    }
    case 'stall':
      return { kind, afterTokens, silent: words.includes('silent') };
    case 'drop':
    case 'truncate':
    case 'midstream':
      return { kind, afterTokens };
    case 'slow':
      return { kind, seconds: Number.isNaN(number) ? 10 : number };
    default:
      return undefined;
  }
}

function lastParagraph(text: string): string {
  return text.trim().split('\n\n').at(-1)?.trimStart() ?? '';
}

/** Returns the body of a requested error, with its content type. */
export function faultBody(
  status: number,
  shape: ErrorShape,
): { readonly type: string; readonly body: string } {
  const message = `The demo was asked to answer ${status}`;
  switch (shape) {
    case 'text':
      return { type: 'text/plain', body: `${message}\n` };
    case 'html':
      return {
        type: 'text/html',
        body: `<html><title>${status}</title><h1>${message}</h1></html>`,
      };
    default:
      return { type: 'application/json', body: JSON.stringify(jsonFault(status, shape, message)) };
  }
}

function jsonFault(status: number, shape: ErrorShape, message: string): unknown {
  if (shape === 'string') return { error: message };
  if (shape === 'flat') return { object: 'error', message, code: status };
  if (shape === 'detail') return { detail: message };
  return { error: { message, type: 'server_error', param: null, code: null } };
}
