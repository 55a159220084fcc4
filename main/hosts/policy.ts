import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoring } from '../../common/ignoring.ts';
import type { Host, RunProgram } from '../base/host.ts';
import { userName } from '../base/log/user-name.ts';
import { rm } from '../base/outside/index.ts';
import { policyLocations } from '../base/policy/index.ts';
import { execute } from './execute.ts';

/** Returns the places of this computer's policies, and how to read them. */
export function openPolicy(options: {
  readonly app: string | null;
  readonly tried: string | null;
}): NonNullable<Host['policy']> {
  const id = process.getuid?.() ?? null;
  const user = { id, name: userName() };
  return { places: policyLocations({ platform: process.platform, user, ...options }), run };
}

const run: RunProgram = async (program, args) => {
  if (program === 'plutil') return execute('/usr/bin/plutil', args);
  const reg = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  if (program === 'reg') return execute(reg, args);
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-policy-'));
  try {
    const file = join(folder, 'policy.reg');
    const { code } = await execute(reg, ['export', ...args, file, '/y']);
    return { code, stdout: code === 0 ? await readFile(file) : Buffer.alloc(0) };
  } finally {
    void ignoring(
      'a scanner may hold it; the start does not wait',
      rm(folder, { recursive: true, force: true }),
    );
  }
};
