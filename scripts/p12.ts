/**
 * The app's certificate reader on the command line.
 *
 *   npm run -s p12 -- FILE [--password-file F]    one JSON line about FILE
 *   npm run -s p12 -- --batch                     one for each {"file","password"} line on stdin
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type ReadResult, readCertificateFile } from '../main/base/x509/reader/index.ts';

interface Line {
  readonly outcome: string;
  readonly leafSha256: string | null;
  readonly keyType: string | null;
  readonly certificates: number | null;
  readonly friendlyName: string | null;
  readonly error: { code: string; detail: Record<string, string | number | boolean> } | null;
}

/** Returns one of the command's five outcomes; the reader's finer ones are in `error.code`. */
function coarse(result: Exclude<ReadResult, { outcome: 'ok' }>): string {
  switch (result.outcome) {
    case 'no-certificate':
    case 'too-large':
    case 'too-slow':
      return 'unsupported';
    case 'not-a-certificate':
      return ['unknown', 'empty', 'text'].includes(String(result.details.kind))
        ? 'malformed'
        : 'unsupported';
    default:
      return result.outcome;
  }
}

function lineOf(result: ReadResult): Line {
  if (result.outcome === 'ok') {
    const { leaf, keyType, certificates, friendlyName } = result;
    return {
      outcome: 'ok',
      leafSha256: leaf.sha256,
      keyType,
      certificates,
      friendlyName,
      error: null,
    };
  }
  return {
    outcome: coarse(result),
    leafSha256: null,
    keyType: result.keyType,
    certificates: result.certificates,
    friendlyName: null,
    error: { code: result.outcome, detail: { ...result.details } },
  };
}

async function answer(file: string, password: string | null): Promise<Line> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return {
      outcome: 'malformed',
      leafSha256: null,
      keyType: null,
      certificates: null,
      friendlyName: null,
      error: { code: 'file-unreadable', detail: { reason } },
    };
  }
  const result = await readCertificateFile(bytes, password);
  if (result.outcome === 'ok') result.privateKeyPkcs8.fill(0);
  return lineOf(result);
}

function parseRequest(line: string): { file: string; password: string | null } {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new Error('a line is no object');
  const { file, password = null } = value as { file?: unknown; password?: unknown };
  if (typeof file !== 'string') throw new Error('a line has no "file"');
  if (password !== null && typeof password !== 'string') throw new Error('"password" is no string');
  return { file, password };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { batch: { type: 'boolean' }, 'password-file': { type: 'string' } },
    allowPositionals: true,
  });
  if (values.batch === true) {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue;
      const { file, password } = parseRequest(line);
      process.stdout.write(`${JSON.stringify(await answer(file, password))}\n`);
    }
    return;
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    process.stderr.write('usage: p12 FILE [--password-file F] | p12 --batch\n');
    process.exitCode = 2;
    return;
  }
  const passwordFile = values['password-file'];
  // One line end belongs to the file, everything else to the passphrase.
  const password =
    passwordFile === undefined
      ? null
      : (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, '');
  process.stdout.write(`${JSON.stringify(await answer(file, password))}\n`);
}

await main();
