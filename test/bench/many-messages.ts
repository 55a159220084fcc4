import type { Database } from '../../main/base/storage/database.ts';

/** Texts in English and Japanese for benches, the same in each run, and a database full of them. */
const inOneConversation = 100;

let seed = 12345;
/** Mulberry32, which comes round after 2^32 numbers: texts do not repeat. */
export const random = (below: number): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
};
/** As words are spread in real texts: the first of a list come often, the last hardly ever. */
export const pick = <T>(list: readonly T[]): T => {
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
export const words = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join(''),
);
export const kanji = Array.from({ length: 1500 }, (_, at) =>
  String.fromCodePoint(0x4e00 + at * 13),
);
const kana = [...'のにはをたがでてとしれさあるいもする'];
export const compounds = Array.from(
  { length: 10_000 },
  () => pick(kanji) + (kanji[random(kanji.length)] ?? ''),
);

export function english(): string {
  return Array.from({ length: 8 + random(24) }, () => pick(words)).join(' ');
}
export function japanese(): string {
  return Array.from(
    { length: 6 + random(20) },
    () => pick(compounds) + pick(kana) + (random(4) === 0 ? pick(kana) : ''),
  ).join('');
}

const at = (number: number): string => new Date(1_700_000_000_000 + number * 60_000).toISOString();
/** Writes a system and so many messages, a hundred to a conversation, as the app would; not the index. */
export async function fillMessages(
  database: Database,
  systemId: string,
  messages: number,
): Promise<void> {
  await database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
      VALUES (?, 'Bench', 'real', 'https://api.invalid', '[]', ?)`,
    params: [systemId, at(0)],
  });
  for (let from = 0; from < messages; from += 2000) {
    const statements = [];
    for (let number = from; number < Math.min(from + 2000, messages); number += 1) {
      const conversation = `c${Math.floor(number / inOneConversation)}`;
      if (number % inOneConversation === 0) {
        statements.push({
          sql: 'INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
          params: [
            conversation,
            systemId,
            conversation,
            `m${Math.min(number + inOneConversation, messages) - 1}`,
            at(number),
            at(number),
          ],
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
}
