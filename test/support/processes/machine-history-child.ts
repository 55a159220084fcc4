import { startHistory } from '../worlds/machine-history.ts';
import { startTestStorage } from '../worlds/storage.ts';

// Checks machines without end and prints the number of each check once it is written, for a test that kills it.
// At check n, machine n % 5 gets the status `n`. Arguments: folder, number of the first check.
const [folder = '', first = '1'] = process.argv.slice(2);
const database = await startTestStorage(folder);
const recorder = startHistory(database, 'UTC').recorder('one');
const machines = [0, 1, 2, 3, 4].map((n) => ({ name: `m${n}`, status: '0', record: null }));
for (const machine of machines) {
  const row = await database.get({
    sql: `SELECT status FROM history_machines JOIN history_statuses ON history_statuses.id = status_id WHERE name = ?`,
    params: [machine.name],
  });
  machine.status = String(row?.status ?? '0');
}
for (let check = Number(first); ; check++) {
  const machine = machines[check % 5];
  if (machine !== undefined) machine.status = String(check);
  const uptime = performance.now();
  await recorder.observed({ asked: uptime, at: Date.now(), uptime, machines }, []);
  process.stdout.write(`${check}\n`);
}
