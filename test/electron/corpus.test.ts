import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { root } from './support/desk.ts';

const corpus = fileURLToPath(new URL('../../../shared/corpora/pkcs12/', import.meta.url));
const present = existsSync(join(corpus, 'expected.json'));
if (!present) console.log('skipped: ../shared/corpora/pkcs12 is not there');

/** What is expected of a file with a password; SOURCES.md beside the list explains the fields. */
interface Row {
  readonly file: string;
  readonly password: string | null;
  readonly outcome: string;
  readonly leafSha256: string | null;
  readonly keyType: string | null;
  readonly certificates: number | null;
  readonly lenientOk?: boolean;
  readonly lenientLeafSha256?: string;
  readonly alsoAcceptable?: readonly string[];
}

/** What the worker answered, as test/electron/support/read-corpus.mjs puts it. */
interface Answer {
  readonly outcome: string;
  readonly leafPem?: string;
  readonly keyType?: string;
  readonly certificates?: number;
}

/** The list's words; a file with a key only is `unsupported` in them. */
const words: Readonly<Record<string, string>> = {
  ok: 'ok',
  'certificate-wrong-password': 'wrong-password',
  'certificate-unsupported': 'unsupported',
  'certificate-no-certificate': 'unsupported',
  'certificate-malformed': 'malformed',
  'certificate-no-key': 'no-key',
};

const sha256 = (pem: string | undefined): string | undefined =>
  pem && new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

function isExact(row: Row, answer: Answer): boolean {
  if (words[answer.outcome] !== row.outcome) return false;
  if (answer.outcome !== 'ok') return true;
  return (
    sha256(answer.leafPem) === row.leafSha256 &&
    answer.keyType === row.keyType &&
    answer.certificates === row.certificates
  );
}

function isAcceptable(row: Row, answer: Answer): boolean {
  if (row.alsoAcceptable?.includes(words[answer.outcome] ?? '') === true) return true;
  if (answer.outcome !== 'ok' || row.lenientOk !== true) return false;
  return sha256(answer.leafPem) === row.lenientLeafSha256;
}

test.skipIf(!present)('the certificates worker reads every row of the shared corpus', () => {
  const rows = JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8')) as Row[];
  const read = spawnSync(
    inject('runtime').binary,
    [join(root, 'test/electron/support/read-corpus.mjs')],
    {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      input: JSON.stringify({
        worker: join(root, 'dist/main/workers/certificates.js'),
        files: rows.map(({ file, password }) => ({ file: join(corpus, file), password })),
      }),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (read.status !== 0) throw new Error(read.stderr);
  const { versions, answers } = JSON.parse(read.stdout) as {
    versions: Record<string, string>;
    answers: Answer[];
  };
  expect(versions.electron).toBe(inject('runtime').version);
  expect(answers).toHaveLength(rows.length);

  let exact = 0;
  let acceptable = 0;
  const wrong: string[] = [];
  for (const [index, row] of rows.entries()) {
    const answer = answers[index] ?? { outcome: 'none' };
    if (isExact(row, answer)) exact += 1;
    else if (isAcceptable(row, answer)) acceptable += 1;
    else wrong.push(`${row.file} ${row.password}: ${JSON.stringify(answer).slice(0, 120)}`);
  }
  console.log(
    `corpus in Electron ${versions.electron} (${versions.openssl}): ` +
      `${exact} exact, ${acceptable} otherwise acceptable, of ${rows.length} rows`,
  );
  expect(wrong).toEqual([]);
  expect(exact).toBeGreaterThan(100);
});
