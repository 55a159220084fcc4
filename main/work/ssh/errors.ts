import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';

/** What ssh writes, and what it means; the first that fits counts. */
const meanings: readonly (readonly [RegExp, ErrorCode])[] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED|^Host key for \S+ has changed/m, 'ssh-key-changed'],
  [/Host key verification failed|No \S+ host key is known/, 'ssh-key-unknown'],
  [
    /Permission denied|Too many authentication failures|No more authentication methods|no authentication methods/i,
    'ssh-refused',
  ],
  [/Could not resolve hostname/, 'network-name-not-found'],
  [/Connection refused/, 'network-refused'],
  [/No route to host|Network is unreachable/, 'network-unreachable'],
  [/timed out|not responding/, 'network-timeout'],
];

/** Failures that stay until the user does something: to try again by itself could lock the user out. */
const staying: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ssh-key-changed',
  'ssh-key-unknown',
  'ssh-refused',
  'ssh-not-answered',
]);

export const isStaying = ({ code }: AppError): boolean => staying.has(code);

/** Returns why ssh itself failed. `otherwise` counts if its words say nothing known. */
export function failureOf(words: string, host: string, otherwise: ErrorCode): AppError {
  const found = meanings.find(([shape]) => shape.test(words));
  const code = found?.[1] ?? otherwise;
  return new AppError(code, {
    details: { host, ...(words.trim() !== '' && { server: lastLines(words) }) },
    retryable: !staying.has(code),
  });
}

/** The last lines without control characters, at most 1,000 characters. */
export const lastLines = (words: string): string =>
  words
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
    .slice(-1000);
