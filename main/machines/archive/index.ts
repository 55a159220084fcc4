import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import { csvRow } from '../../base/files/csv.ts';
import { FileProblem } from '../../base/files/file-problem.ts';
import type { Files } from '../../base/host.ts';
import type { MachineHistory, Past } from '../history/index.ts';
import { changeRow, observationRow, readArchive } from './file.ts';
import { columns } from './table.ts';

/** The file is created in memory: maximum bytes. */
const largest = 256 * 1024 * 1024;

/** Exports and imports the history of machines. */
export function createMachineArchive(deps: {
  readonly history: Pick<MachineHistory, 'observedStretches' | 'machines' | 'changes' | 'recorder'>;
  readonly systems: { get(systemId: string): { readonly name: string } };
  readonly files: Files;
  readonly now?: () => Date;
}): { readonly calls: Handlers<'machineArchive'> } {
  const { history, systems, files, now = () => new Date() } = deps;

  /** Writes in parts: other work gets a turn after each machine. */
  async function write(systemId: string, format: 'csv' | 'json'): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    const add = (text: string): void => {
      const part = Buffer.from(text);
      size += part.byteLength;
      if (size > largest) throw new AppError('history-too-large');
      parts.push(part);
    };
    const until = now();
    const observed = await history.observedStretches(systemId, 0, until.getTime());
    const machines = await history.machines(systemId);
    if (format === 'csv') add(`\uFEFF${csvRow(columns)}${observed.map(observationRow).join('')}`);
    else {
      const stretches = observed.map(({ from, to, ...why }) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        ...why,
      }));
      const head = { format: 'compute-desk-machine-history', version: 1 };
      const facts = { system: systems.get(systemId).name, exportedAt: until.toISOString() };
      const opened = JSON.stringify({ ...head, ...facts, told: stretches }).slice(0, -1);
      add(`${opened},"machines":[`);
    }
    for (const [index, machine] of machines.entries()) {
      const changes = await history.changes(machine.id);
      const { name, nth } = machine;
      if (format === 'csv') {
        add(changes.map((one) => changeRow({ name, nth, changes }, one)).join(''));
      } else {
        const dated = changes.map(({ at, status }) => ({ at: new Date(at).toISOString(), status }));
        add(`${index === 0 ? '' : ','}\n${JSON.stringify({ name, nth, changes: dated })}`);
      }
    }
    if (format === 'json') add('\n]}\n');
    return Buffer.concat(parts);
  }

  return {
    calls: {
      async exportFile({ systemId, format }, sender) {
        systems.get(systemId);
        const bytes = await write(systemId, format);
        return files.save({ name: `machine-history.${format}`, bytes, secret: false }, sender);
      },
      async importFile({ systemId, bytes }) {
        systems.get(systemId);
        const past = archiveIn(bytes);
        const taken = await history.recorder(systemId).addPast(past, now().getTime());
        return {
          machines: taken.machines.length,
          changes: taken.machines.reduce((sum, { changes }) => sum + changes.length, 0),
        };
      },
    },
  };
}

/** @throws AppError `history-unreadable` with row, line or field, and the reason */
function archiveIn(bytes: Uint8Array): Past {
  try {
    return readArchive(bytes);
  } catch (cause) {
    if (!(cause instanceof FileProblem)) throw cause;
    throw new AppError('history-unreadable', { details: { ...cause.details }, cause });
  }
}
