import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authoritiesFile } from '../../../../renderer/features/systems/elsewhere/authorities.ts';
import {
  environment,
  type ServiceSettings,
  snippet,
} from '../../../../renderer/features/systems/elsewhere/snippets.ts';
import { findPython } from '../../../../scripts/lanes/needs.ts';
import { sdks } from '../../../sdk/index.ts';
import { patience } from '../../../support/patience.ts';
import { runProgram } from '../../../support/processes/other-programs.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

const { nodeModules, pythonModules, hasNode, hasPython } = sdks;
const python = findPython('pip') ?? 'python3';
if (!hasNode()) console.log('skipped: the lines for Node.js (test/sdk has no packages of it)');
if (!hasPython()) console.log('skipped: the lines for Python (test/sdk has no packages of it)');

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let folder: string;
let settings: ServiceSettings;

beforeAll(async () => {
  demo = await startTestDemo();
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(folder, authoritiesFile), demo.authorityPem);
  await symlink(nodeModules, join(folder, 'node_modules'), 'junction');
  settings = { baseUrl: `${demo.genaiUrl}/v1`, model: 'beta-k3', ownAuthorities: true };
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The whole way of the dialog: what `environment` sets and asks for, then the program in a file. */
async function ask(program: 'node' | 'python', given: ServiceSettings, key: string) {
  const file = program === 'node' ? 'ask.mjs' : 'ask.py';
  await writeFile(join(folder, file), snippet(program, 'bash', given));
  const starts = program === 'node' ? process.execPath : python;
  return runProgram(folder, 'bash', ['-c', `${environment('bash', given)}\n'${starts}' ${file}`], {
    input: `${key}\n`,
    env: { PYTHONPATH: pythonModules },
  });
}

describe.each([
  ['node', hasNode()],
  ['python', hasPython()],
] as const)('the lines for the SDK of %s', (program, there) => {
  const long = { timeout: patience(60_000) };
  test.skipIf(!there)('get an answer of the demo, piece by piece', long, async () => {
    const { code, output, errors } = await ask(program, settings, demo.apiKey);
    expect(code, errors).toBe(0);
    expect(output.replace('API key: ', '').length).toBeGreaterThan(20);
    expect(output + errors).not.toContain(demo.apiKey);
  });

  test.skipIf(!there)('end with an error where the key is refused', long, async () => {
    const { code, output, errors } = await ask(program, settings, 'sk-wrong-key');
    expect(code).not.toBe(0);
    expect(output + errors).toContain('401');
  });

  test.skipIf(!there)(
    'trust the server by the authorities that they name, alone',
    long,
    async () => {
      const unnamed = { ...settings, ownAuthorities: false };
      const { code, errors } = await ask(program, unnamed, demo.apiKey);
      expect(code).not.toBe(0);
      expect(errors).toMatch(/certificate|Connection error/i);
    },
  );
});
