/**
 * `npm run bench search -- --messages N`; a million where nothing is said.
 *
 * Search over 1,000,000 messages in English and Japanese: queries of one character, two characters, words, parts
 * of words, phrases and filters, against a scan of every text. Goal: p95 under 50 ms for each kind. Then the start
 * of the web host on that data folder against one on an empty folder. Goal: 1.2 x.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type StorageMethods } from '../../main/base/storage/database.ts';
import { connectWorker } from '../../main/base/workers/connect.ts';
import { search } from '../../main/chat/conversations/search/index.ts';
import { createIndexer } from '../../main/chat/conversations/search/indexer.ts';
import { startThread } from '../../main/hosts/workers/thread.ts';
import { startApp } from '../support/processes/running-app.ts';
import { noAttachments } from '../support/worlds/chat.ts';
import { compounds, fillMessages, japanese, kanji, pick, random, words } from './many-messages.ts';

const { values: asked } = parseArgs({ options: { messages: { type: 'string' } } });
const messages = Number(asked.messages ?? 1_000_000);
if (!Number.isSafeInteger(messages) || messages < 1000) throw new Error('--messages N, from 1000');
const systemId = 'system-1';

const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
const worker = startThread(new URL('../../main/storage-worker.ts', import.meta.url));
const database = await openDatabase(
  connectWorker<StorageMethods>(worker),
  join(folder, 'compute-desk.sqlite'),
);
await fillMessages(database, systemId, messages);
const indexing = performance.now();
const log = {
  info: () => undefined,
  error: (event: string, cause: unknown) => console.error(event, cause),
};
const indexer = createIndexer(database, noAttachments, log);
await indexer.upToDate();
const indexed = performance.now() - indexing;

const japaneseRun = (): string => {
  const [row] = [japanese()];
  const characters = [...(row ?? '')];
  const start = random(Math.max(1, characters.length - 4));
  return characters.slice(start, start + 4).join('');
};
const kinds: Record<string, () => { text: string; more?: object }> = {
  'one character, Japanese': () => ({ text: pick(kanji) }),
  'two characters, Japanese': () => ({ text: pick(compounds) }),
  'two characters, rare': () => ({
    text: (kanji[random(kanji.length)] ?? '') + (kanji[random(kanji.length)] ?? ''),
  }),
  'four characters, Japanese': () => ({ text: japaneseRun() }),
  'one letter': () => ({ text: pick([...'kmtesrabcd']) }),
  'two letters': () => ({ text: pick(words).slice(0, 2) }),
  word: () => ({ text: pick(words) }),
  'a part of a word': () => ({ text: pick(words).slice(1, 6) }),
  'a rare word': () => ({ text: words[random(words.length)] ?? '' }),
  'two words': () => ({ text: `${pick(words)} ${pick(words)}` }),
  'a phrase': () => ({ text: `"${pick(words)} ${pick(words)}"` }),
  'a word by role': () => ({ text: pick(words), more: { role: 'assistant' } }),
  // every four letters of it are frequent, and no message has it: looked for until the answer is given
  'frequent pieces, rare text': () => ({ text: `${words[0]}${words[1]}${words[0]}` }),
  'a word by a model without answers': () => ({ text: pick(words), more: { model: 'none' } }),
  'a word by model': () => ({ text: pick(words), more: { model: 'beta-k3' } }),
};
const p95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
const print = (
  metric: string,
  unit: string,
  ours: number,
  peer: number | null,
  peerName: string | null,
) =>
  console.log(
    JSON.stringify({
      bench: 'search',
      metric,
      unit,
      ours,
      peer,
      peerName,
      ratio: peer === null ? null : ours / peer,
    }),
  );

const scans: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const before = performance.now();
  await database.all({
    sql: 'SELECT id FROM messages WHERE content LIKE ? ORDER BY number DESC LIMIT 51',
    params: [`%${pick(compounds)}🜁%`],
  });
  scans.push(performance.now() - before);
}
const scan = p95(scans);
const all: number[] = [];
/** Until there are as many hits as were asked for, or no message is left to be looked at: the window goes on by itself. */
const whole: number[] = [];
for (const [kind, make] of Object.entries(kinds)) {
  const spent: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    const { text, more } = make();
    const before = performance.now();
    const query = { systemId, text, limit: 50, ...more };
    let answer = await search(database, noAttachments, query);
    spent.push(performance.now() - before);
    for (let missing = 50 - answer.hits.length; answer.unsearched !== null && missing > 0; ) {
      const below = { limit: missing, before: answer.unsearched.before };
      answer = await search(database, noAttachments, { ...query, ...below });
      missing -= answer.hits.length;
    }
    whole.push(performance.now() - before);
  }
  all.push(...spent);
  print(`p95, ${kind}`, 'ms', p95(spent), scan, 'scan of every text');
}
print('p95, all kinds', 'ms', p95(all), scan, 'scan of every text');
print('p95, all kinds, until the page is full', 'ms', p95(whole), scan, 'scan of every text');
print('indexing, each thousand messages', 'ms', (indexed / messages) * 1000, null, null);
await indexer.close();
await database.close();

/** Milliseconds from the start of the web host's process to its line that says it is ready. */
async function startTime(dataFolder: string): Promise<number> {
  const before = performance.now();
  const app = await startApp({ dataFolder });
  const spent = performance.now() - before;
  await app.stop();
  return spent;
}
const empty = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
const starts: Record<'full' | 'empty', number[]> = { full: [], empty: [] };
for (let round = -1; round < 11; round += 1) {
  for (const [name, dataFolder] of [
    ['full', folder],
    ['empty', empty],
  ] as const) {
    const spent = await startTime(dataFolder);
    if (round >= 0) starts[name].push(spent);
  }
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
print(
  `start with ${messages} messages`,
  'ms',
  median(starts.full),
  median(starts.empty),
  'an empty data folder',
);
await rm(empty, { recursive: true });
if (process.env.BENCH_KEEP === undefined) await rm(folder, { recursive: true });
else console.error(folder);
