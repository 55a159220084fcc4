import { screen, within } from '@testing-library/react';
import type { FileEntry, FilesState, Transfer } from '../../../../preload/contract/work/files.ts';
import { createWorld, system } from '../../world.ts';

const at = new Date(2026, 10, 20, 18, 1).getTime();
export const entry = (name: string, change: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: 'file',
  size: 2048,
  changedAt: at,
  mode: '-rw-r--r--',
  ...change,
});
export const transfer = (id: string, change: Partial<Transfer> = {}): Transfer => ({
  id,
  systemId: 'alpha',
  machine: 'gpu-main',
  direction: 'up',
  name: `${id}.csv`,
  savedAs: null,
  folder: '/data/msato',
  size: null,
  moved: 0,
  rate: null,
  resumes: false,
  state: 'asks',
  problem: null,
  conflict: {
    there: { size: 2048, changedAt: at },
    here: { size: 1024, changedAt: at - 3_600_000 },
  },
  ...change,
});

const folders: Record<string, FileEntry[]> = {
  '/data/msato': [
    entry('train.sh'),
    entry('実験メモ.md'),
    entry('logs', { kind: 'folder' }),
    entry('angle-sweep-of-the-wing.1394004.3.out'),
    entry('\u202egnp.\x1b[31mexe'),
  ],
  '/data/msato/logs': [],
  '/data': [entry('msato', { kind: 'folder' })],
};

export function filesWorld(state: Partial<FilesState> = {}) {
  const alpha = system('alpha', 'Alpha', { computeApi: { family: 'field' } });
  const { bridge } = createWorld({ systems: [alpha] });
  const whole: FilesState = {
    asksFolder: true,
    folder: '/u/work',
    transfers: [],
    changes: [],
    ...state,
  };
  bridge.answer({
    'files.snapshot': () => whole,
    'files.machines': () => ['gpu-main', 'login-1'],
    'files.home': () => '/data/msato',
    'files.list': ({ path }) => ({
      entries: folders[path] ?? [],
      leftOut: path === '/data' ? 3 : 0,
    }),
    'files.listHere': ({ way }) => ({
      entries: way.length === 0 ? [entry('results.csv'), entry('data', { kind: 'folder' })] : [],
      leftOut: 0,
    }),
    'files.preview': () => ({
      kind: 'text',
      text: 'echo one\n',
      size: 9,
      whole: true,
      hash: 'a'.repeat(64),
    }),
    'files.upload': () => ({ leftOut: 0 }),
    'files.download': () => ({ leftOut: 2 }),
    'files.makeFolderHere': () => undefined,
    'files.pause': () => undefined,
    'files.retry': () => undefined,
    'files.save': () => ({ kind: 'saved', path: '/x' }),
    'files.answer': () => undefined,
    'files.remove': () => undefined,
    'files.rename': () => undefined,
    'files.saveText': () => ({ hash: 'b'.repeat(64) }),
  });
  const inputs = (name: string) =>
    bridge.calls.filter((one) => one.name === name).map(({ input }) => input);
  return { bridge, inputs };
}

export const there = () => screen.findByRole('region', { name: 'On the system' });
export const inThere = async () => within(await there());
export const row = async (name: string) => (await inThere()).findByText(name);
