/**
 * Blocked time of the page while answers of 128 KB grow in it, against react-markdown and streamdown as
 * shipped, in Chromium: at full speed (64 KB/s, the whole answer) and at 200 tokens/s (800 characters a
 * second, the last part of the answer, where every update costs most). Someone types meanwhile.
 */
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { fixtures, length } from './render/fixtures.ts';
import type { Measured, Plan } from './render/page.tsx';

const paces = {
  'full speed': { before: 0, charactersPerSecond: 65_536 },
  '200 tokens/s': { before: length - 8_000, charactersPerSecond: 800 },
} as const;
const peers = ['react-markdown', 'streamdown'];

const folder = await mkdtemp(join(tmpdir(), 'bench-render-'));
await build({
  configFile: false,
  root: fileURLToPath(new URL('render', import.meta.url)),
  base: './',
  logLevel: 'error',
  plugins: [react(), tailwindcss()],
  resolve: { dedupe: ['react', 'react-dom'] },
  worker: { format: 'es' },
  build: { outDir: folder, emptyOutDir: true, target: 'chrome130', chunkSizeWarningLimit: 1e5 },
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
  const file = join(folder, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; worker-src 'self'; connect-src 'self'",
  });
  createReadStream(file).pipe(response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Processor time of the page's tasks in ms: unlike their duration it does not grow with the machine's load. */
function taskTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(
      ({ name, ph, pid, tid }) =>
        ph === 'X' && name.endsWith('::RunTask') && pages.has(`${pid} ${tid}`),
    )
    .map(({ tdur = 0 }) => tdur / 1000);
}

interface Result extends Measured {
  readonly cpu: readonly number[];
}

async function measure(plan: Plan): Promise<Result> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => typeof window.run === 'function');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const done = new AbortController();
  const typing = type(page, done.signal);
  const measured = await page.evaluate((one) => window.run(one), plan);
  done.abort();
  const cpu = taskTimes(await browser.stopTracing());
  if (cpu.length === 0) throw new Error('The trace has no tasks of the page');
  await typing;
  const shown = await page.evaluate(() => window.shown());
  if (shown < length / 2) throw new Error(`${plan.renderer} shows ${shown} characters only`);
  await page.close();
  return { ...measured, cpu };
}

async function type(page: Page, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await page.keyboard.press('a');
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 10) / 10;

function print(metric: string, unit: string, ours: number, peer: number, peerName: string): void {
  const ratio = peer > 0 ? Math.round((ours / peer) * 1e4) / 1e4 : null;
  console.log(
    JSON.stringify({
      bench: 'render',
      metric,
      unit,
      ours: round(ours),
      peer: round(peer),
      peerName,
      ratio,
    }),
  );
}

for (const [paceName, pace] of Object.entries(paces)) {
  for (const fixture of Object.keys(fixtures)) {
    const ours = await measure({ renderer: 'ours', fixture, ...pace });
    for (const peer of peers) {
      const theirs = await measure({ renderer: peer, fixture, ...pace });
      const name = `${fixture}, ${paceName}`;
      print(`${name}: blocked time`, 'ms', ours.blocked, theirs.blocked, peer);
      const over = ({ cpu }: Result) => cpu.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
      const most = ({ cpu }: Result) => cpu.reduce((max, ms) => Math.max(max, ms), 0);
      const all = ({ cpu }: Result) => cpu.reduce((sum, ms) => sum + ms, 0);
      print(`${name}: blocked time, CPU`, 'ms', over(ours), over(theirs), peer);
      print(`${name}: longest task, CPU`, 'ms', most(ours), most(theirs), peer);
      print(`${name}: main thread, CPU`, 'ms', all(ours), all(theirs), peer);
      print(`${name}: longest task`, 'ms', ours.longest, theirs.longest, peer);
      print(`${name}: typing, p95`, 'ms', p95(ours.keys), p95(theirs.keys), peer);
    }
  }
}
await browser.close();
server.close();
await rm(folder, { recursive: true });
