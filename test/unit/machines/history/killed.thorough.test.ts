import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { patience } from '../../../support/patience.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';

const child = fileURLToPath(
  new URL('../../../support/processes/machine-history-child.ts', import.meta.url),
);

/** The transitions of each machine, as the statuses in their order. */
function transitionsIn(file: string): Map<string, number[]> {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(
      `SELECT name, status FROM history_transitions
         JOIN history_machines ON history_machines.id = machine_id
         JOIN history_statuses ON history_statuses.id = history_transitions.status_id
        ORDER BY name, at, n`,
    )
    .all();
  database.close();
  const found = new Map<string, number[]>();
  for (const { name, status } of rows) {
    found.set(String(name), [...(found.get(String(name)) ?? []), Number(status)]);
  }
  return found;
}

async function killRounds(folder: string, rounds: number, random: () => number): Promise<void> {
  const database = await startTestStorage(folder);
  await database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
          VALUES ('one', 'One', 'real', '', '[]', '')`,
  });
  await database.close();
  let next = 1;
  for (let round = 0; round < rounds; round++) {
    const process = spawn(globalThis.process.execPath, [child, folder, String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let shown = next - 1;
    process.stdout.on('data', (data: Buffer) => {
      const lines = data.toString().split('\n');
      shown = Number(lines.at(-2) ?? shown);
    });
    await once(process.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 120));
    process.kill('SIGKILL');
    await once(process, 'close');

    const transitions = transitionsIn(join(folder, 'compute-desk.db'));
    const written = Math.max(...[...transitions.values()].flat());
    expect(written).toBeGreaterThanOrEqual(shown);
    for (let machine = 0; machine < 5; machine++) {
      const expected = Array.from({ length: written }, (_, at) => at + 1).filter(
        (n) => n % 5 === machine,
      );
      // until its first change a machine has the status 0
      const found = (transitions.get(`m${machine}`) ?? []).filter((status) => status > 0);
      expect(found).toEqual(expected);
    }
    next = written + 1;
  }
}

test('killed at any moment of 100 rounds, no transition that was told is lost and none is there twice', {
  timeout: patience(300_000),
}, async () => {
  const random = seeded(13);
  await Promise.all([0, 1, 2, 3].map(() => killRounds(testFolder(), 25, random)));
});
