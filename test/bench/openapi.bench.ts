/**
 * A description of an API is imported in Chromium, from the choice of the file until its operations are on the screen,
 * in the built app under the web host. The largest of ../shared/openapi where it is there, else one of that size made
 * here. Goal: 1 s.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.ts';
import { prepareFolder } from '../support/files/prepared-folder.ts';
import { startApp } from '../support/processes/running-app.ts';

const rounds = 5;
const goal = 1000;

const data = mkdtempSync(join(tmpdir(), 'bench-openapi-'));
const shared = join(import.meta.dirname, '../../../shared/openapi');
const largest = existsSync(shared)
  ? readdirSync(shared)
      .filter((name) => /\.(json|yaml)$/.test(name))
      .map((name) => join(shared, name))
      .sort((a, b) => statSync(b).size - statSync(a).size)[0]
  : undefined;
const file = largest ?? made();

function made(): string {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`field_${at}`, { type: 'string', description: 'One.' }]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 220 }, (_, at) => [`S${at}`, { type: 'object', properties }]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `/made/${at}`,
      { get: { responses: { 200: { description: 'x' } } } },
    ]),
  );
  const path = join(data, 'made.json');
  const info = { title: 'Made', version: '1' };
  writeFileSync(path, JSON.stringify({ openapi: '3.0.3', info, paths, components: { schemas } }));
  return path;
}

/** One import in an app that has just started, ms. */
async function shown(round: number): Promise<number> {
  const folder = join(data, `app-${round}`);
  mkdirSync(folder);
  prepareFolder(folder, null);
  const app = await startApp({ dataFolder: folder, env: { COMPUTE_DESK_VALIDATE_OUTPUT: '' } });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.goto(app.url);
  await page.getByRole('navigation').first().waitFor();
  await page.keyboard.press('Control+5');
  const input = page.locator('input[type=file]').first();
  await input.waitFor({ state: 'attached' });
  const started = performance.now();
  await input.setInputFiles(file);
  await page
    .getByRole('button', { name: /^(GET|POST|PUT|DELETE) / })
    .first()
    .waitFor();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const spent = performance.now() - started;
  await page.close();
  await app.stop();
  return spent;
}

const browser = await launchChromium();
const spent: number[] = [];
for (let round = 0; round < rounds; round++) spent.push(await shown(round));
await browser.close();
const size = Math.round(statSync(file).size / 1024);
rmSync(data, { recursive: true, force: true });
const ours = spent.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
const metric = `a description of ${size} KiB, from the choice of its file to its operations on screen`;
const line = {
  bench: 'openapi',
  metric,
  unit: 'ms',
  ours,
  peer: goal,
  peerName: 'goal',
  ratio: ours / goal,
};
console.log(JSON.stringify(line));
