import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seeded } from './seeded.ts';

/** Texts of one kind each, some KB long; the same in each run. */
export type TextsByKind = Readonly<
  Record<'english' | 'japanese' | 'code' | 'csv' | 'json' | 'logs', string[]>
>;

const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

/** What the project itself is written in, and made-up tables, records and logs. */
export function tokenTexts(seed = 7): TextsByKind {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const many = (count: number, make: (nth: number) => string): string =>
    Array.from({ length: count }, (_, nth) => make(nth)).join('\n');
  const hosts = ['login1', 'gpu-017', 'node0042', 'storage-b', 'web.internal'];
  const words = [
    'timeout',
    'checkpoint written',
    'connection reset by peer',
    'job finished',
    'retrying',
  ];
  const time = (): string =>
    new Date(1_790_000_000_000 + Math.floor(random() * 1e10)).toISOString();

  const csv = (): string =>
    `id,host,started,seconds,memory_gb,exit\n${many(60, (nth) =>
      [
        nth * 7919,
        pick(hosts),
        time(),
        (random() * 1e5).toFixed(3),
        Math.floor(random() * 512),
        pick([0, 0, 1, 137]),
      ].join(','),
    )}`;
  const json = (): string =>
    JSON.stringify(
      Array.from({ length: 20 }, (_, nth) => ({
        ...{ id: `job-${nth}`, host: pick(hosts), queue: pick(['small', 'large', 'gpu']) },
        ...{ nodes: Math.floor(random() * 64), finished: random() > 0.5, started: time() },
        limits: { wallSeconds: Math.floor(random() * 86_400), memory: null, note: pick(words) },
      })),
      null,
      pick([0, 2]),
    );
  const logs = (): string =>
    many(
      40,
      () =>
        `${time()} [${pick(['INFO', 'WARN', 'ERROR'])}] ${pick(hosts)} slurmd[${Math.floor(random() * 65_536)}]: ${pick(words)} (0x${Math.floor(random() * 2 ** 32).toString(16)}) /var/spool/job${Math.floor(random() * 1e6)}/out.log`,
    );
  return {
    english: pieces(fileOf('README.md') + fileOf('CONTRIBUTING.md') + fileOf('ARCHITECTURE.md')),
    japanese: pieces(
      ['errors', 'certificates', 'session', 'clients'].map((area) => japanese(area)).join('\n'),
      2000,
    ),
    code: pieces(
      [
        'main/chat/turns/check/index.ts',
        'main/chat/service/completion.ts',
        'main/chat/turns/send.ts',
        'main/base/network/refusal/json-start.ts',
        'renderer/features/chat/chat/composer/Composer.tsx',
      ]
        .map(fileOf)
        .join('\n'),
    ),
    csv: Array.from({ length: 8 }, csv),
    json: Array.from({ length: 8 }, json),
    logs: Array.from({ length: 8 }, logs),
  };
}

/** The sentences of an area of the Japanese texts, without their keys. */
function japanese(area: string): string {
  const sentences: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') sentences.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(JSON.parse(fileOf(`renderer/i18n/ja/${area}.json`)));
  return sentences.join('\n');
}

function pieces(text: string, length = 3500): string[] {
  const count = Math.floor(text.length / length);
  return Array.from({ length: count }, (_, nth) => text.slice(nth * length, (nth + 1) * length));
}
