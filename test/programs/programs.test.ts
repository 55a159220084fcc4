import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram, findPython } from '../../scripts/lanes/needs.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { type Ran, runProgram } from '../support/processes/other-programs.ts';
import { begin, delta, gate, plain } from '../support/servers/fake-genai.ts';
import { programsWorld, serviceKey } from '../support/work/programs-world.ts';
import { curl, liteLlm, openaiNode, openaiPython } from './clients.ts';
import { programs } from './index.ts';

const python = findPython('pip') ?? 'python3';
const hasNode = programs.hasNode();
const hasPython = programs.hasPython();
const hasCurl = findProgram('curl') !== undefined;
if (!hasNode) console.log('skipped: programs of Node.js (test/programs has no packages of it)');
if (!hasPython) console.log('skipped: programs of Python (test/programs has no packages of it)');
if (!hasCurl) console.log('skipped: curl, which is not installed');

type Run = (
  env: { readonly ADDRESS: string; readonly KEY: string; readonly MODEL?: string },
  onOutput?: (output: string) => void,
) => Promise<Ran>;

const start =
  (program: string, file: string, text: string, more: NodeJS.ProcessEnv = {}): Run =>
  (env, onOutput) => {
    const folder = testFolder();
    writeFileSync(join(folder, file), text);
    if (file.endsWith('.mjs')) {
      symlinkSync(programs.nodeModules, join(folder, 'node_modules'), 'junction');
    }
    return runProgram(folder, program, [file], {
      env: { MODEL: 'model-1', ...more, ...env },
      ...(onOutput !== undefined && { onOutput }),
    });
  };

const ofPython = { PYTHONPATH: programs.pythonModules, LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
const long = { timeout: patience(120_000) };

describe.each<[string, boolean, Run]>([
  ['the OpenAI SDK of Node.js', hasNode, start(process.execPath, 'ask.mjs', openaiNode)],
  ['the OpenAI SDK of Python', hasPython, start(python, 'ask.py', openaiPython, ofPython)],
  ['LiteLLM', hasPython, start(python, 'ask.py', liteLlm, ofPython)],
  ['curl', hasCurl, start('bash', 'ask.sh', curl)],
])('%s', (_, there, run) => {
  test.skipIf(!there)('gets an answer piece by piece', long, async () => {
    const { address, add, genai } = await programsWorld();
    const { key } = await add({ paths: ['v1'] });
    const held = gate();
    genai.queue(async (response) => {
      begin(response);
      delta(response, { role: 'assistant', content: 'first' });
      // the rest comes when the program has printed this
      await held.opened;
      delta(response, { content: 'second' });
      delta(response, {}, 'stop');
      response.end('data: [DONE]\n\n');
    });
    const { output, errors } = await run({ ADDRESS: `${address}/v1`, KEY: key }, (text) => {
      if (text.includes('first')) held.open();
    });
    expect(output.indexOf('second'), errors).toBeGreaterThan(output.indexOf('first'));
    expect((await genai.seen(1)).authorization).toBe(`Bearer ${serviceKey}`);
    expect(output + errors).not.toContain(serviceKey);
  });

  test.skipIf(!there)('gets an error as it is', long, async () => {
    const { address, add, genai } = await programsWorld();
    const { key } = await add({ paths: ['v1'] });
    const message = 'This model has at most 8192 tokens.';
    genai.queue(plain(400, { error: { message, type: 'invalid_request_error', code: 'window' } }));
    const { output, errors } = await run({ ADDRESS: `${address}/v1`, KEY: key });
    expect(output, errors).toContain(message);
    expect(output).toMatch(/failed: 400/);
    expect(genai.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1);
  });

  test.skipIf(!there)('is refused within a second, and told where to help', long, async () => {
    const { address, add, call, genai } = await programsWorld();
    const { key, id } = await add({ paths: ['v1'], models: ['model-1'] });
    const lacking = await run({ ADDRESS: `${address}/v1`, KEY: key, MODEL: 'model-2' });
    expect(lacking.output, lacking.errors).toContain('Open “Other programs” in Compute Desk');
    expect(lacking.output).toMatch(/failed: 403/);
    expect(tookOf(lacking)).toBeLessThan(patience(1000));
    await call('programs.revoke', { id });
    const revoked = await run({ ADDRESS: `${address}/v1`, KEY: key });
    expect(revoked.output, revoked.errors).toMatch(/failed: 401/);
    expect(revoked.output).toContain('This key was revoked');
    expect(tookOf(revoked)).toBeLessThan(patience(1000));
    expect(genai.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(0);
  });
});

/** Milliseconds; curl counts seconds. */
function tookOf({ output }: Ran): number {
  const took = /^took: (?<time>[\d.]+)$/m.exec(output)?.groups?.time ?? 'NaN';
  return took.includes('.') ? Number(took) * 1000 : Number(took);
}

describe('the inspector’s command line', () => {
  const inspect = (address: string, key: string, ...args: readonly string[]): Promise<Ran> => {
    const bin = join(programs.nodeModules, '.bin', 'mcp-inspector');
    const how = ['--cli', `${address}/mcp`, '--transport', 'http'];
    const header = ['--header', `Authorization: Bearer ${key}`];
    return runProgram(testFolder(), process.execPath, [bin, ...how, ...header, ...args]);
  };

  test.skipIf(!hasNode)('lists tools and runs them, with what the key permits', long, async () => {
    const { address, add, genai, call } = await programsWorld();
    const { key, id } = await add({ paths: ['mcp'], models: ['model-1'] });
    const listed = await inspect(address, key, '--method', 'tools/list');
    expect(listed.code, listed.errors).toBe(0);
    const { tools } = JSON.parse(listed.output) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('machine_history');
    genai.queue(plain(200, { choices: [{ message: { content: 'Hello you' } }] }));
    const ask = (model: string) => [
      ...['--method', 'tools/call', '--tool-name', 'complete'],
      ...['--tool-arg', `model=${model}`, 'prompt=Hello'],
    ];
    const answered = await inspect(address, key, ...ask('model-1'));
    expect(answered.output, answered.errors).toContain('Hello you');
    const lacking = await inspect(address, key, ...ask('model-2'));
    expect(lacking.output + lacking.errors).toContain('Open “Other programs” in Compute Desk');
    await call('programs.revoke', { id });
    const revoked = await inspect(address, key, '--method', 'tools/list');
    expect(revoked.code).not.toBe(0);
    // To it a 401 means that somebody could sign in.
    expect(revoked.output + revoked.errors).toContain('auth_required');
    expect(revoked.output).not.toContain('machine_history');
  });

  test.skipIf(!hasNode)('finds nothing to complain of in the tools', long, async () => {
    const { address, add, call } = await programsWorld();
    const demo = await call('systems.openDemo', undefined);
    const { key } = await add({ paths: ['mcp'], systemId: demo.id });
    const { code, output, errors } = await inspect(
      ...[address, key, '--method', 'tools/list', '--strict'],
    );
    expect(code, errors).toBe(0);
    expect(output).toContain('read_file');
  });
});
