import { readdir, readFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** Something that must lie nowhere in clear. */
export interface Secret {
  readonly name: string;
  readonly text: string;
}

/** What a browser has to be started with, so that a heap snapshot has long strings whole. */
export const wholeStringsFlag = '--js-flags=--heap-snapshot-string-limit=100000000';

const piece = 40;

/**
 * What gives a secret away, even cut: a short one itself, of a long one parts from its beginning, middle
 * and end, of a JWT of its claims and signature (the header says nothing), of a PEM its lines.
 */
export function piecesOf(text: string): string[] {
  const jwt = /^[\w-]+\.([\w-]+)\.([\w-]+)$/.exec(text);
  if (jwt) return jwt.slice(1).flatMap(piecesOf);
  if (text.includes('-----BEGIN')) {
    const lines = text.split(/\r?\n/).filter((line) => /^[A-Za-z0-9+/]{32,}=*$/.test(line));
    // The first line of a key is the same for all keys of its kind.
    return lines.slice(1).map((line) => line.slice(0, piece));
  }
  if (text.length <= piece) return [text];
  const middle = Math.floor((text.length - piece) / 2);
  return [0, middle, text.length - piece].map((at) => text.slice(at, at + piece));
}

/** The names of the secrets of which something is in one of these texts, in whatever form. */
export function findSecrets(texts: readonly string[], secrets: readonly Secret[]): string[] {
  return secrets
    .filter(({ text }) =>
      piecesOf(text).some((part) =>
        formsOf(part).some((form) => texts.some((one) => one.includes(form))),
      ),
    )
    .map(({ name }) => name);
}

/** Bytes (as Latin-1) that are the same text: as it is, in UTF-16, in an address, in hexadecimal, in base64. */
function formsOf(part: string): string[] {
  const bytes = Buffer.from(part, 'latin1');
  // Base64 looks different after zero, one and two bytes; the characters that others take part in are left out.
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const [start = 0, left = 0] = [[0, 2, 3][before], (before + bytes.length) % 3];
    return text.slice(start, left === 0 ? undefined : -1);
  });
  return [
    part,
    Buffer.from(part, 'utf16le').toString('latin1'),
    encodeURIComponent(part),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/**
 * Every file below a folder, its path first, byte for byte as Latin-1. Files that an app renames or removes
 * meanwhile are looked for again under what they are called then.
 */
export async function textsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  try {
    return await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return `${path}\n${await readFile(path, 'latin1')}`;
      }),
    );
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      return textsBelow(folder);
    }
    throw cause;
  }
}

/** All that a page's JavaScript can still reach, after garbage was collected, and what its document shows. */
export async function heapOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const shown = await page.evaluate<string>(
    `[document.documentElement.outerHTML, location.href,
      ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')`,
  );
  return [chunks.join(''), shown];
}

/**
 * Listens to what the servers of this process answer: tokens and codes as they are handed out. Nothing
 * of the app takes part.
 */
export function recordHandedOut(): { readonly secrets: Secret[]; stop(): void } {
  const secrets: Secret[] = [];
  const add = (name: string, text: unknown): void => {
    if (typeof text !== 'string' || text === '') return;
    secrets.push({ name: `${name} ${secrets.length}`, text });
  };
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
    const location = this.getHeader('location');
    if (typeof location === 'string' && URL.canParse(location)) {
      add('code', new URL(location).searchParams.get('code'));
    }
    const [body] = given;
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      const said = body.toString();
      if (said.startsWith('{') && said.includes('"access_token"')) {
        const tokens = JSON.parse(said) as Record<string, unknown>;
        for (const name of ['access_token', 'refresh_token', 'id_token']) add(name, tokens[name]);
      }
    }
    return Reflect.apply(end, this, given) as ServerResponse;
  } as typeof end;
  return {
    secrets,
    stop() {
      ServerResponse.prototype.end = end;
    },
  };
}
