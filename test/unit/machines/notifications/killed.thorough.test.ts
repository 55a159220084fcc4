import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { patience } from '../../../support/patience.ts';
import { rounds } from '../../../support/processes/rounds.ts';

const child = fileURLToPath(
  new URL('../../../support/processes/polling-child.ts', import.meta.url),
);
const often = rounds(5, 100);

/** The numbers of the checks whose change is kept, in the order in which they came. */
function keptIn(file: string): { transitions: number[]; notices: number[] } {
  const database = new DatabaseSync(file);
  const transitions = database
    .prepare(
      `SELECT status FROM history_transitions
         JOIN history_statuses ON history_statuses.id = history_transitions.status_id
        WHERE status <> '0'`,
    )
    .all()
    .map(({ status }) => Number(status));
  const notices = database
    .prepare('SELECT changes FROM notices ORDER BY id')
    .all()
    .flatMap(({ changes }) => JSON.parse(String(changes)) as { status: string }[])
    .map(({ status }) => Number(status));
  database.close();
  return { transitions: transitions.sort((a, b) => a - b), notices };
}

const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1);

test(`killed at any moment of polling, ${often} times: no change that was shown is lost, none is kept or told twice`, {
  timeout: patience(60_000 + often * 10_000),
}, async () => {
  const random = seeded(31);
  const folder = testFolder();
  const told: number[] = [];
  let next = 1;
  for (let round = 0; round < often; round++) {
    const started = spawn(process.execPath, [child, folder, String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    started.stdout.on('data', (data: Buffer) => {
      text += data.toString();
    });
    await once(started.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    started.kill('SIGKILL');
    await once(started, 'close');

    const lines = text.split('\n').slice(0, -1);
    const numbers = (word: string) =>
      lines.filter((line) => line.startsWith(word)).map((line) => Number(line.slice(5)));
    told.push(...numbers('told'));
    const { transitions, notices } = keptIn(join(folder, 'compute-desk.db'));
    expect(transitions).toEqual(upTo(transitions.length));
    expect(transitions.length).toBeGreaterThanOrEqual(Math.max(0, ...numbers('seen')));
    // the newest 500 are kept, each once; what was told is among them, or older than they are
    expect(new Set(notices).size).toBe(notices.length);
    expect(new Set(told).size).toBe(told.length);
    const oldest = Math.min(...notices);
    expect(told.filter((n) => n >= oldest && !notices.includes(n))).toEqual([]);
    next = transitions.length + 1;
  }
  console.log(`${often} kills, ${next - 1} changes, ${told.length} told`);
  expect(told.length).toBeGreaterThan(often);
});
