import { bounds } from './bounds.ts';

export interface LogEntry {
  readonly at: string;
  readonly of: 'app' | 'server';
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps the end of what a server did and wrote, without its secrets and control characters. */
export function createServerLog(now: () => Date) {
  let entries: LogEntry[] = [];
  let secrets: readonly string[] = [];

  /** Takes secrets out; before anything is cut, so that no part of one stays. */
  const mask = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);

  function maskAll(value: unknown): unknown {
    if (secrets.length === 0) return value;
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(maskAll);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, inner]) => [mask(name), maskAll(inner)]);
    return Object.fromEntries(fields);
  }

  /** Values that are not shown. */
  function hide(values: readonly string[]): void {
    secrets = values.filter((value) => value.length >= 6).toSorted((a, b) => b.length - a.length);
  }

  function add(of: LogEntry['of'], said: string): void {
    const text = mask(said).slice(0, bounds.logLine).replace(controls, ' ').trimEnd();
    if (text === '') return;
    entries = [...entries, { at: now().toISOString(), of, text }].slice(-bounds.logEntries);
  }

  return {
    add,
    mask,
    /** Takes secrets out of all texts in a value. */
    maskAll,
    all: (): LogEntry[] => entries,
    hide,
    /** Others beside those, of now. */
    hideMore(values: readonly string[]): void {
      hide([...new Set([...secrets, ...values])]);
    },
    /** Takes the lines of a stream. */
    lines() {
      let rest = '';
      return (piece: Buffer): void => {
        const lines = (rest + piece.toString('utf8')).split('\n');
        // What is shown of it, and a secret that has begun there.
        const longest = secrets[0]?.length ?? 0;
        rest = mask(lines.pop() ?? '').slice(0, bounds.logLine + longest);
        for (const line of lines.slice(-bounds.logEntries)) add('server', line);
      };
    },
  };
}
export type ServerLog = ReturnType<typeof createServerLog>;
