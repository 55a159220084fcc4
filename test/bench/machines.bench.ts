/**
 * `npm run bench machines`: 5,000 machines whose answers are kept, as polled every 10 s: what of a core main spends (goal:
 * 5 %), their history alone and all of it, in the built app with a window that follows. A year of 500 machines: how long the
 * bars and the availability of 90 days take (goal: 200 ms to paint), and how much a machine's year at 4 transitions a day
 * takes of the disk (goal: 200 KB). Then the screen in Chromium: frames a second while 5,000 machines are scrolled and while
 * all change (goal: 55), and 90 days of 500 machines from press to paint (goal: 200 ms).
 * `npm run bench machines -- --part history|main|frames|press` measures some of it.
 */
import { parseArgs } from 'node:util';
import { measureHistory } from './machines/history.ts';
import { measureMain } from './machines/main.ts';
import { measureFrames, measurePress } from './machines/screen.ts';

function report(metric: string, unit: string, ours: number, goal: number | null = null): void {
  const figure = Math.round(ours * 100) / 100;
  const peer = { peer: goal, peerName: goal === null ? null : 'goal' };
  const ratio = goal === null ? null : figure / goal;
  console.log(JSON.stringify({ bench: 'machines', metric, unit, ours: figure, ...peer, ratio }));
}

const parts = {
  history: measureHistory,
  main: measureMain,
  frames: measureFrames,
  press: measurePress,
} as const;
const { values: asked } = parseArgs({ options: { part: { type: 'string', multiple: true } } });
const unknown = asked.part?.filter((part) => !(part in parts)) ?? [];
if (unknown.length > 0) {
  throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.part === undefined || asked.part.includes(name)) await measure(report);
}
