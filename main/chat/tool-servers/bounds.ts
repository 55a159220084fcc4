/** What a server may send and do. */
export const bounds = {
  /** Bytes of one message. */
  message: 8 * 1024 * 1024,
  /** Bytes and messages within a window of time. */
  windowBytes: 64 * 1024 * 1024,
  windowMessages: 5_000,
  windowMs: 10_000,
  /** Until it answers the first requests, ms. */
  connectMs: 30_000,
  /** Until it answers what it may not know, ms. */
  probeMs: 3_000,
  /** Until all pages of a list that the user asked for are there, ms. */
  listMs: 60_000,
  /** Until a call says something, and until it ends, ms. */
  callMs: 120_000,
  longestCallMs: 600_000,
  /** Until it ends by itself once its input is closed, ms. */
  endMs: 1_500,
  tools: 200,
  pages: 20,
  prompts: 100,
  /** Forms that a server may ask for during one call, their fields, and the options of a field. */
  forms: 20,
  formFields: 30,
  formOptions: 200,
  /** Characters of a prompt's text. */
  promptText: 200_000,
  /** Characters of a tool's name, description and schema, and the schema's depth. */
  name: 128,
  description: 16_384,
  schema: 65_536,
  depth: 30,
  /** Images of one result, with their bytes in all, and its links. */
  images: 20,
  imageBytes: 6 * 1024 * 1024,
  links: 50,
  /** Resources that are listed, and characters of the address of one. */
  resources: 1_000,
  resourceUri: 2_000,
  /** Templates of their addresses, and the variables of one. */
  templates: 100,
  templateVariables: 10,
  /** Contents of one resource. */
  resourceParts: 20,
  /** Characters of a result's data, and its depth. */
  structured: 200_000,
  /** Bytes of a program's file of which a hash is taken. */
  program: 512 * 1024 * 1024,
  logEntries: 500,
  logLine: 2_000,
} as const;

/** Times that a server has, ms. */
export type Limits = Readonly<Record<'connectMs' | 'probeMs' | 'callMs' | 'longestCallMs', number>>;

/** Counts what a server sends; says whether it is too much. */
export function createMeter(now: () => number = () => performance.now()) {
  let since = now();
  let bytes = 0;
  let messages = 0;
  return {
    isTooMuch(addedBytes: number, addedMessages: number): boolean {
      if (now() - since > bounds.windowMs) {
        since = now();
        bytes = 0;
        messages = 0;
      }
      bytes += addedBytes;
      messages += addedMessages;
      return bytes > bounds.windowBytes || messages > bounds.windowMessages;
    },
  };
}

/** Measures the events of a stream; a blank line ends one. Their reader keeps all of an event until then. */
export function createEventMeter() {
  let size = 0;
  let isLineStart = true;
  let last = 0;
  return {
    /** @returns how many events end in this piece, and the bytes of the longest so far of those in it */
    take(piece: Uint8Array): { readonly ended: number; readonly longest: number } {
      let ended = 0;
      let longest = 0;
      for (const byte of piece) {
        size += 1;
        const isEnd = byte === 10 || byte === 13;
        // CR and LF together end one line
        if (!(byte === 10 && last === 13)) {
          if (isEnd && isLineStart) {
            ended += 1;
            longest = Math.max(longest, size);
            size = 0;
          }
          isLineStart = isEnd;
        }
        last = byte;
      }
      return { ended, longest: Math.max(longest, size) };
    },
  };
}

/** Returns whether a value is nested deeper than allowed; looks at no more than it must. */
export function isTooDeep(value: unknown, most: number = bounds.depth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, most - 1));
}
