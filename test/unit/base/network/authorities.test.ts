import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseJson } from '../../../../common/texts/json.ts';
import { createAuthorities } from '../../../../main/base/network/authorities.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const source = fileURLToPath(
  new URL('../../../../main/base/network/authorities.ts', import.meta.url),
);

interface Told {
  readonly read: { readonly all: number; readonly ofComputer: number | null };
  readonly log: readonly string[];
  readonly turns: number;
}

/** What another Node reads, whose computer is as these variables say; and how often its loop turned meanwhile. */
function readElsewhere(env: Record<string, string>, before = ''): Told {
  const script = join(testFolder(), 'read.mjs');
  writeFileSync(
    script,
    `import * as tls from 'node:tls';
    import module, { syncBuiltinESMExports } from 'node:module';
    ${before}
    const { createAuthorities } = await import(${JSON.stringify(source)});
    const log = [];
    const told = { info: (event) => log.push(event), error: (event) => log.push(event) };
    const authorities = createAuthorities(undefined, told);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all([authorities.ready(), authorities.ready()]);
    clearInterval(timer);
    const { all, ofComputer } = authorities.read();
    console.log(JSON.stringify({ read: { all: all.length, ofComputer }, log, turns }));`,
  );
  const done = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return parseJson(done.stdout) as Told;
}

test('those of the computer and of the runtime are read beside the loop, the same as at once', async () => {
  const log = recordLog();
  const [slow, fast] = [createAuthorities(undefined, log), createAuthorities(undefined, log)];
  await slow.ready();
  expect(slow.read()).toEqual(fast.read());
  expect(slow.read().all.length).toBeGreaterThan(100);
  // what was read at once is not read again
  const before = fast.read();
  await fast.ready();
  expect(fast.read()).toBe(before);
});

test.skipIf(process.platform !== 'linux')(
  'a computer that names none is told of in the log, and those of the runtime are left',
  () => {
    const told = readElsewhere({ SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/nonexistent' });
    expect(told.read.ofComputer).toBe(0);
    expect(told.read.all).toBeGreaterThan(100);
    expect(told.log).toEqual(['network.no-system-authorities']);
  },
);

test('a runtime that cannot ask for them has its own, and says of the computer nothing', () => {
  const older =
    'module.isBuiltin = () => false; delete tls.default.getCACertificates; syncBuiltinESMExports();';
  const told = readElsewhere({}, older);
  expect(told.read.ofComputer).toBe(null);
  expect(told.read.all).toBeGreaterThan(100);
  expect(told.log).toEqual([]);
});

test('those that are given are all that there are', async () => {
  const given = createAuthorities(['one'], recordLog());
  await given.ready();
  expect(given.read()).toEqual({ all: ['one'], ofComputer: null });
});
