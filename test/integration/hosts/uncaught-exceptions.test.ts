import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../../common/texts/json.ts';
import { testFolder } from '../../support/files/folder.ts';
import { isPosix } from '../../support/posix.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';

/** Runs code in the web host on its first SIGUSR2: a package of its sends the signals that it handles once more. */
const onSignal = (code: string) =>
  `data:text/javascript,let ran=false;process.on('SIGUSR2',()=>{if(ran)return;ran=true;${code}})`;

test.skipIf(!isPosix).each([
  ['uncaught exception', "throw new Error('thrown to nobody')"],
  ['unhandled rejection', "Promise.reject(new Error('thrown to nobody'))"],
])('an %s ends the web host as its user would, and its log says what it was', async (_, code) => {
  const folder = testFolder();
  const first = startWebProcess(folder, { env: { NODE_OPTIONS: `--import="${onSignal(code)}"` } });
  await first.ready;
  first.child.kill('SIGUSR2');
  const { code: exitCode, error } = await first.ended;
  expect(exitCode).toBe(1);
  expect(error).toContain('crashed and was closed');
  expect(error).not.toContain('    at ');
  const records = readFileSync(join(folder, 'logs/main.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line) as { event: string; cause?: string });
  const told = records.filter(({ event }) => event === 'uncaught');
  expect(told.map(({ cause }) => cause)).toEqual([expect.stringContaining('thrown to nobody')]);

  // closed as ever, it left nothing that the next start would have to make good
  const next = startWebProcess(folder);
  await next.ready;
  await next.stop();
  expect(await next.ended).toMatchObject({ code: 0 });
});
