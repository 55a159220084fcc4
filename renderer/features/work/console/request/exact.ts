import type { ExactRequest } from '../../../../../preload/contract/work/console-requests.ts';

interface Part {
  readonly text: string;
  /** It is the value of a variable. */
  readonly isValue: boolean;
}

/** Splits an address at the values of variables in it, to mark them. */
export function splitAtValues(url: string, variables: ExactRequest['variables']): readonly Part[] {
  let parts: readonly Part[] = [{ text: url, isValue: false }];
  for (const { value } of variables) {
    if (value === null || value.length < 2) continue;
    const written = encodeURIComponent(value);
    parts = parts.flatMap((part) => (part.isValue ? [part] : splitAt(part.text, written)));
  }
  return parts;
}

function splitAt(text: string, value: string): readonly Part[] {
  return text
    .split(value)
    .flatMap((piece, index) => [
      ...(index > 0 ? [{ text: value, isValue: true }] : []),
      ...(piece === '' ? [] : [{ text: piece, isValue: false }]),
    ]);
}

/** Returns a request as a text, as HTTP/1.1 would write it. */
export function requestText({ method, url, headers, body }: ExactRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n');
}
