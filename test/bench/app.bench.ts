/**
 * The whole app, built, in Chromium under the web host, against a service of its own: what an answer at
 * 200 tokens a second costs the page, typing while 128 KB arrive at full speed, what a long code block
 * leaves, typing in a megabyte, and a reload with the chat on screen. Beside each figure stands its goal; what is
 * told in processor time of the page's main thread is not lengthened by what else runs on the machine.
 * `npm run bench app -- --part stream|typing|megabyte|reload` measures some of it; `--quick` in fewer rounds.
 */
import { parseArgs } from 'node:util';
import { type Desk, openDesk, sleep, speaks } from './app/desk.ts';
import { fillComposer, putCaret, typeKeys } from './app/keys.ts';
import { reloads } from './app/reload.ts';
import { taskTimes, tracedCategories } from './page-tasks.ts';
import { fixtures } from './render/fixtures.ts';

const goals = { core: 15, typing: 50, megabyte: 30, elements: 5_000, reload: 250, requests: 15 };
const { values: asked } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
  },
});
/** Reloads, seconds of an answer, keys at a place, answers that come at full speed: 20 keys each. */
const many = asked.quick
  ? { rounds: 5, seconds: 4, keys: 15, answers: 1 }
  : { rounds: 15, seconds: 8, keys: 60, answers: 3 };
/** Characters a second: of 200 tokens, and of 128 KB in two seconds. */
const quick = 800;
const full = 65_536;

function print(metric: string, unit: string, ours: number, goal: number | null): void {
  const ratio = goal === null ? null : ours / goal;
  const peerName = goal === null ? null : 'goal, at most';
  console.log(JSON.stringify({ bench: 'app', metric, unit, ours, peer: goal, peerName, ratio }));
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(values.length * part)] ?? Number.NaN;
}
const median = (values: readonly number[]) => share(values, 0.5);
const p95 = (values: readonly number[]) => share(values, 0.95);

function textOf(fixture: string): string {
  const make = fixtures[fixture];
  if (make === undefined) throw new Error(`no fixture is called ${fixture}`);
  return make();
}

async function measureStream(desk: Desk): Promise<void> {
  const { seconds } = many;
  await desk.ask(speaks(textOf('settled blocks').slice(0, quick * (seconds + 4)), quick));
  // what comes with the begin of a conversation is over
  await sleep(1_000);
  const before = { cpu: await desk.cpu(), clock: await desk.clock() };
  await sleep(seconds * 1_000);
  const after = { cpu: await desk.cpu(), clock: await desk.clock() };
  const spent = (name: string, by: 'cpu' | 'clock' = 'cpu') =>
    ((after[by].get(name) ?? Number.NaN) - (before[by].get(name) ?? Number.NaN)) / seconds;
  const name = 'an answer at 200 tokens/s';
  print(`${name}: the page's share of a core`, '%', spent('TaskDuration') * 100, goals.core);
  print(`${name}: the same by the clock`, '%', spent('TaskDuration', 'clock') * 100, null);
  for (const part of ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']) {
    print(`${name}: ${part}`, '%', spent(part) * 100, null);
  }
  print(`${name}: layouts`, 'a second', spent('LayoutCount'), null);
  await desk.ended();
}

async function measureTyping(desk: Desk): Promise<void> {
  for (const fixture of Object.keys(fixtures)) {
    const keys: number[] = [];
    const tasks: number[] = [];
    let elements = 0;
    for (let answer = 0; answer < many.answers; answer += 1) {
      const typed = await typeWhileItComes(desk, textOf(fixture));
      keys.push(...typed.keys);
      tasks.push(typed.longest);
      elements = await desk.page.evaluate(() => document.querySelectorAll('*').length);
    }
    const name = `${fixture}, full speed`;
    print(`${name}: typing, p95`, 'ms', p95(keys), goals.typing);
    print(`${name}: typing, median`, 'ms', median(keys), null);
    // a key waits for the task that is being done, and for the frame: two tasks
    print(`${name}: longest task, CPU`, 'ms', Math.max(...tasks), goals.typing / 2);
    const isCode = fixture === 'one code fence';
    print(`${fixture}: elements`, 'elements', elements, isCode ? goals.elements : null);
  }
}

async function typeWhileItComes(desk: Desk, text: string) {
  const { page } = desk;
  await desk.ask(speaks(text, full));
  let isOver = false;
  const over = desk.ended().then(() => {
    isOver = true;
  });
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: tracedCategories });
  const keys = await typeKeys(desk, (typed) => !isOver || typed < 3);
  const trace = await browser?.stopTracing();
  await over;
  const longest = Math.max(...(trace === undefined ? [] : taskTimes(trace)));
  return { keys: keys.clock, longest };
}

/** Prose in lines, as of a log or a book, and as many characters without a single line end. */
const megabytes = {
  lines: 'the scheduler assigns nodes to jobs by priority and age\n'.repeat(18_000),
  'one line': 'the scheduler assigns nodes to jobs by priority and age '.repeat(18_000),
} as const;

async function measureMegabyte(desk: Desk): Promise<void> {
  for (const [kind, text] of Object.entries(megabytes)) {
    await fillComposer(desk, text);
    // what follows a change of the whole text is over
    await sleep(3_000);
    for (const place of ['the end', 'the middle', 'the beginning'] as const) {
      await putCaret(desk, place);
      await sleep(500);
      const keys = await typeKeys(desk, (typed) => typed < many.keys);
      const name = `a megabyte in ${kind}, at ${place}: typing`;
      print(`${name}, p95`, 'ms', p95(keys.clock), goals.megabyte);
      print(`${name}, CPU a key, median`, 'ms', median(keys.cpu), goals.megabyte);
    }
  }
  await fillComposer(desk, '');
}

async function measureReload(desk: Desk): Promise<void> {
  await desk.page.evaluate(() => {
    location.hash = '#/chat/talk';
  });
  await desk.page
    .getByRole('log')
    .getByText(/^Question 18/)
    .waitFor();
  const reload = await reloads(desk.session);
  const spent: { usable: number; cpu: number; requests: number }[] = [];
  for (let round = 0; round < many.rounds; round += 1) {
    await desk.page.bringToFront();
    const seen = await reload();
    // counted from the reload on
    const cpu = (await desk.cpu()).get('TaskDuration') ?? Number.NaN;
    spent.push({ ...seen, cpu: cpu * 1_000 });
    await sleep(500);
  }
  const of = (what: 'usable' | 'cpu' | 'requests') => median(spent.map((one) => one[what]));
  print('a reload to a composer that can be used', 'ms', of('usable'), goals.reload);
  print('the same, CPU of the page', 'ms', of('cpu'), null);
  print('the same, requests', 'requests', of('requests'), goals.requests);
}

const parts = {
  stream: measureStream,
  typing: measureTyping,
  megabyte: measureMegabyte,
  reload: measureReload,
} as const;
const unknown = asked.part?.filter((part) => !(part in parts)) ?? [];
if (unknown.length > 0) {
  throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
}
/** Whatever hangs: no figure is worth more. */
const longest = setTimeout(() => {
  throw new Error('the bench did not end');
}, 15 * 60_000);
const desk = await openDesk();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.part === undefined || asked.part.includes(name)) await measure(desk);
  }
} finally {
  clearTimeout(longest);
  await desk.close();
}
