/**
 * Search over 1,000,000 messages in English and Japanese: queries of one character, two characters,
 * words, phrases and filters, against a scan of every text. Goal: p95 under 50 ms.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIndexer, search } from '../../main/chat/search/index.ts';
import { startTestStorage } from '../support/storage.ts';

const messages = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const inOneConversation = 100;
const systemId = 'system-1';

let seed = 12345;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
/** As words are spread in real texts: the first of a list come often, the last hardly ever. */
const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(list.length * (random(10_000) / 10_000) ** 3)];
  if (found === undefined) throw new Error('an empty list');
  return found;
};
const syllables = [
  'ka',
  'ro',
  'ten',
  'mi',
  'str',
  'ex',
  'ion',
  'al',
  'be',
  'co',
  'du',
  'fin',
  'gra',
  'ho',
];
const words = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join(''),
);
const kanji = Array.from({ length: 1500 }, (_, at) => String.fromCodePoint(0x4e00 + at * 13));
const kana = [...'のにはをたがでてとしれさあるいもする'];
const compounds = Array.from(
  { length: 10_000 },
  () => pick(kanji) + (kanji[random(kanji.length)] ?? ''),
);

function english(): string {
  return Array.from({ length: 8 + random(24) }, () => pick(words)).join(' ');
}
function japanese(): string {
  return Array.from(
    { length: 6 + random(20) },
    () => pick(compounds) + pick(kana) + (random(4) === 0 ? pick(kana) : ''),
  ).join('');
}

const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
const database = await startTestStorage(folder);
const at = (number: number): string => new Date(1_700_000_000_000 + number * 60_000).toISOString();
for (let from = 0; from < messages; from += 2000) {
  const statements = [];
  for (let number = from; number < Math.min(from + 2000, messages); number += 1) {
    const conversation = `c${Math.floor(number / inOneConversation)}`;
    if (number % inOneConversation === 0) {
      statements.push({
        sql: 'INSERT INTO conversations (id, system_id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        params: [conversation, systemId, conversation, at(number), at(number)],
      });
    }
    statements.push({
      sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning, state, model, created_at)
        VALUES (?, ?, ?, ?, ?, ?, '', 'complete', ?, ?)`,
      params: [
        `m${number}`,
        conversation,
        number % inOneConversation === 0 ? null : `m${number - 1}`,
        number % inOneConversation,
        number % 2 === 0 ? 'user' : 'assistant',
        number % 2 === 0 ? english() : japanese(),
        number % 10 === 0 ? 'beta-k3' : 'alpha3.6-35b',
        at(number),
      ],
    });
  }
  await database.run(...statements);
}
const indexing = performance.now();
const log = {
  info: () => undefined,
  error: (event: string, cause: unknown) => console.error(event, cause),
};
const indexer = createIndexer(database, log);
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
  'two words': () => ({ text: `${pick(words)} ${pick(words)}` }),
  'a phrase': () => ({ text: `"${pick(words)} ${pick(words)}"` }),
  'a word by role': () => ({ text: pick(words), more: { role: 'assistant' } }),
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
  await database.all('SELECT id FROM messages WHERE content LIKE ? ORDER BY number DESC LIMIT 51', [
    `%${pick(compounds)}🜁%`,
  ]);
  scans.push(performance.now() - before);
}
const scan = p95(scans);
const all: number[] = [];
for (const [kind, make] of Object.entries(kinds)) {
  const spent: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    const { text, more } = make();
    const before = performance.now();
    await search(database, { systemId, text, limit: 50, ...more });
    spent.push(performance.now() - before);
  }
  all.push(...spent);
  print(`p95, ${kind}`, 'ms', p95(spent), scan, 'scan of every text');
}
print('p95, all kinds', 'ms', p95(all), scan, 'scan of every text');
print('indexing, each thousand messages', 'ms', (indexed / messages) * 1000, null, null);
await indexer.close();
await database.close();
await rm(folder, { recursive: true });
