import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  type ReadResult,
  readCertificateFile,
} from '../../../../../main/base/x509/reader/index.ts';

const root = fileURLToPath(new URL('../../../../../../shared/corpora/pkcs12/', import.meta.url));
const present = existsSync(join(root, 'expected.json'));
if (!present) console.log('skipped: ../shared/corpora/pkcs12 is not there');

interface Row {
  readonly file: string;
  readonly password: string | null;
  readonly outcome: string;
  readonly leafSha256: string | null;
  readonly keyType: string | null;
  readonly certificates: number | null;
  readonly friendlyName: string | null;
  readonly lenientOk?: boolean;
  readonly lenientLeafSha256?: string;
  readonly alsoAcceptable?: readonly string[];
}

/** A file with a key only is `unsupported` in the list's words. */
const outcomeOf = ({ outcome }: ReadResult): string =>
  outcome === 'no-certificate' ? 'unsupported' : outcome;

function isExact(row: Row, result: ReadResult): boolean {
  if (outcomeOf(result) !== row.outcome) return false;
  if (result.outcome !== 'ok') return true;
  return (
    result.leaf.sha256 === row.leafSha256 &&
    result.keyType === row.keyType &&
    result.certificates === row.certificates &&
    result.friendlyName === row.friendlyName
  );
}

function isAcceptable(row: Row, result: ReadResult): boolean {
  if (row.alsoAcceptable?.includes(outcomeOf(result)) === true) return true;
  if (result.outcome !== 'ok' || row.lenientOk !== true) return false;
  return result.leaf.sha256 === row.lenientLeafSha256;
}

test.skipIf(!present)('every row of the shared corpus', async () => {
  const rows = JSON.parse(readFileSync(join(root, 'expected.json'), 'utf8')) as Row[];
  const wrong: string[] = [];
  let exact = 0;
  let acceptable = 0;
  for (const row of rows) {
    const bytes = readFileSync(join(root, row.file));
    const result = await readCertificateFile(bytes, row.password);
    if (isExact(row, result)) exact++;
    else if (isAcceptable(row, result)) acceptable++;
    else wrong.push(`${row.file} ${row.password}: ${result.outcome} instead of ${row.outcome}`);
  }
  console.log(`corpus: ${exact} exact, ${acceptable} otherwise acceptable, of ${rows.length} rows`);
  expect(wrong).toEqual([]);
  expect(exact).toBeGreaterThan(100);
});
