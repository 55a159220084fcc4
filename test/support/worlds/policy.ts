import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyPlace, RunProgram } from '../../../main/base/host.ts';
import { createPolicy } from '../../../main/base/policy/index.ts';
import type { PolicyState } from '../../../preload/contract/settings/policy.ts';
import { testFolder } from '../files/folder.ts';
import { behindTheDoor } from './door.ts';
import { recordLog } from './world.ts';

export const policyHead = { format: 'compute-desk-policy', version: 1 } as const;

/** Who runs the tests; where there are no users, anybody. */
const self = process.getuid?.() ?? null;

/** A folder of the computer's settings, whose administrator runs the tests; its file's text, or none. */
export function settingsFolder(content?: unknown, owner = self): PolicyPlace & { by: 'file' } {
  const folder = join(testFolder(), 'compute-desk');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const path = join(folder, 'policy.json');
  if (content !== undefined) writePolicy(path, content);
  const owners = owner === null ? null : [owner];
  return { by: 'file', kind: 'folder', path, owners, ownFolder: true };
}

/** A file of the user's own, as it lies beside a portable app. */
export function besideApp(content: unknown): PolicyPlace & { by: 'file' } {
  const path = join(testFolder(), 'policy.json');
  writePolicy(path, content);
  const owners = self === null ? null : [self];
  return { by: 'file', kind: 'beside', path, owners, ownFolder: false };
}

export function writePolicy(path: string, content: unknown): void {
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isRaw ? content : JSON.stringify({ ...policyHead, ...(content as object) }));
  chmodSync(path, 0o644);
}

/** The policies of these places, as a window sees them. */
export async function policyOf(places: readonly PolicyPlace[], run: RunProgram = noProgram) {
  const log = recordLog();
  const made = await createPolicy({ policy: { places, run }, log });
  const { calls } = behindTheDoor('policy', made, log);
  const state: PolicyState = await calls.snapshot(undefined, { id: 'window' });
  return {
    ...{ made, calls, state, log },
    locks: state.locks.map(({ lock }) => lock),
    problems: state.sources.map(({ problem }) => problem?.code ?? null),
  };
}

const noProgram: RunProgram = () => Promise.reject(new Error('nothing is run'));
