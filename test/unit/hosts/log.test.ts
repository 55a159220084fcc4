import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../../common/texts/json.ts';
import { openLog } from '../../../main/hosts/log.ts';
import { testFolder } from '../../support/files/folder.ts';
import { hostileTexts } from '../../support/files/hostile-texts.ts';

test('a record of the log is one line of JSON with its time in UTC, whatever is in it', async () => {
  const folder = testFolder();
  const log = openLog(folder);
  const forged =
    'x"}\n{"at":"2020-01-01T00:00:00.000Z","level":"info","event":"forged"}\r\n\u2028\u0000';
  const texts = [forged, ...[...hostileTexts(2_000)].map(([, text]) => text)];
  for (const text of texts) {
    log.info('met', { text, [text.slice(0, 50)]: 1 });
    log.error('failed', new Error(text), { text });
  }
  await log.close();
  const written = readFileSync(join(folder, 'logs/main.log'), 'utf8');
  expect(written.endsWith('\n')).toBe(true);
  const records = written
    .slice(0, -1)
    .split('\n')
    .map((line) => parseJson(line)) as {
    at: string;
    event: string;
  }[];
  expect(records).toHaveLength(2 * texts.length);
  for (const { at, event } of records) {
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(['met', 'failed']).toContain(event);
  }
});
