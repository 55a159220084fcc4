import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../../common/texts/json.ts';
import { testFolder } from '../../support/files/folder.ts';
import { isPosix } from '../../support/posix.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';

/** Throws where nobody listens, when it is told to. */
const thrower = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('thrown to nobody')})`;

test.skipIf(!isPosix)(
  'what is thrown to nobody ends the web host as its user would, and its log says what it was',
  async () => {
    const folder = testFolder();
    const first = startWebProcess(folder, { env: { NODE_OPTIONS: `--import="${thrower}"` } });
    await first.ready;
    first.child.kill('SIGUSR2');
    const { code, error } = await first.ended;
    expect(code).toBe(1);
    expect(error).toContain('crashed and was closed');
    expect(error).not.toContain('    at ');
    const records = readFileSync(join(folder, 'logs/main.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line) as { event: string; cause?: string });
    const told = records.filter(({ event }) => event === 'uncaught');
    expect(told).toHaveLength(1);
    expect(told[0]?.cause).toContain('thrown to nobody');

    // closed as ever, it left nothing that the next start would have to make good
    const next = startWebProcess(folder);
    await next.ready;
    await next.stop();
    expect(await next.ended).toMatchObject({ code: 0 });
  },
);
