import { createStore, type StoreApi } from 'zustand/vanilla';
import { ignoring } from '../../common/ignoring.ts';
import type { OpenedFile } from '../../preload/contract/app.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { isCertificateHalf } from '../../preload/contract/systems/own-files.ts';
import { isSystemFile } from '../../preload/contract/systems/system-choices.ts';
import type { Client } from '../client/index.ts';
import { toProblem } from './followed.ts';

/** Files waiting to be imported together: one, or a certificate and its key. */
export interface Arrival {
  readonly id: number;
  readonly kind: 'certificate' | 'system';
  readonly files: readonly File[];
  /** Why the file could not be read; null if it could. */
  readonly problem: AppErrorData | null;
  /** Main's ids of files that were opened with the app: it keeps them until they are finished. */
  readonly opened?: readonly number[];
}

interface OpenedFiles {
  /** Files opened with the app or dropped on it, in order. */
  readonly waiting: readonly Arrival[];
  /** The arrival being imported: it is still in the queue. */
  readonly importing: number | null;
  /** Number of forms on screen that take certificates. */
  readonly forms: number;
}

/** The queue of opened and dropped files. Only `done` removes a file. */
export interface OpenedFilesStore extends StoreApi<OpenedFiles> {
  /** Queues dropped files. */
  add(files: readonly File[]): void;
  done(arrival: Arrival): void;
}

export function createOpenedFilesStore(client: Client): OpenedFilesStore {
  const store = createStore<OpenedFiles>(() => ({ waiting: [], importing: null, forms: 0 }));
  let count = 0;
  const queue = (arrivals: readonly Omit<Arrival, 'id'>[]) => {
    const added = arrivals.map((arrival) => {
      count += 1;
      return { ...arrival, id: count };
    });
    store.setState(({ waiting }) => ({ waiting: [...waiting, ...added] }));
  };
  let asking = false;
  let asked = false;
  // Main hands over a file once. Files opened together are queued together, so that a key finds its certificate.
  const look = async () => {
    asked = true;
    if (asking) return;
    asking = true;
    while (asked) {
      asked = false;
      const opened: OpenedFile[] = [];
      for (;;) {
        const next = await take(client);
        if (next === null) break;
        opened.push(next);
        if (next.kind === 'failed' && next.fileName === '') break;
      }
      if (opened.length > 0) queue(arrivalsOf(opened));
    }
    asking = false;
  };
  client.on('app.fileOpened', () => void look());
  client.onAttached(() => void look());
  return Object.assign(store, {
    add(files: readonly File[]) {
      queue(grouped(files).map((group) => ({ ...group, problem: null })));
    },
    done({ id, opened = [] }: Arrival) {
      if (opened.length > 0) {
        const finished = client.call('app.finishOpenedFiles', { ids: [...opened] });
        void ignoring('the file is offered again at most', finished);
      }
      store.setState(({ waiting, importing }) => ({
        waiting: waiting.filter((one) => one.id !== id),
        importing: importing === id ? null : importing,
      }));
    },
  });
}

function arrivalsOf(opened: readonly OpenedFile[]): Omit<Arrival, 'id'>[] {
  const ids = new Map<File, number>();
  const read = opened.flatMap((one) => {
    if (one.kind !== 'read') return [];
    const file = new File([new Uint8Array(one.bytes)], one.fileName);
    ids.set(file, one.id);
    return [file];
  });
  const failed = opened.flatMap((one) =>
    one.kind === 'failed'
      ? [{ ...groupOf([new File([], one.fileName)]), problem: one.problem, opened: [one.id] }]
      : [],
  );
  const groups = grouped(read).map((group) => ({
    ...group,
    problem: null,
    opened: group.files.flatMap((file) => ids.get(file) ?? []),
  }));
  return [...groups, ...failed];
}

type Group = Pick<Arrival, 'kind' | 'files'>;

const groupOf = (files: readonly File[]): Group => ({
  kind: isSystemFile(files[0]?.name ?? '') ? 'system' : 'certificate',
  files,
});

/**
 * Pairs a key with the certificate of the same name, or the only two halves. More unpaired halves stay together, and
 * the import reports that they are too many; each other file stays single.
 */
function grouped(files: readonly File[]): Group[] {
  const halves = files.filter(({ name }) => isCertificateHalf(name));
  const stem = ({ name }: File) => name.replace(/\.[^.]*$/, '').toLowerCase();
  const partnerOf = (file: File): File | undefined => {
    const others = halves.filter((one) => one !== file);
    const alike = others.filter((one) => stem(one) === stem(file));
    if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
    return halves.length === 2 ? others[0] : undefined;
  };
  const alone = halves.filter((file) => partnerOf(file) === undefined);
  const paired = new Set<File>(alone.length > 2 ? alone.slice(1) : []);
  return files.flatMap((file) => {
    if (paired.has(file)) return [];
    if (alone.length > 2 && file === alone[0]) return [groupOf(alone)];
    const partner = isCertificateHalf(file.name) ? partnerOf(file) : undefined;
    if (partner !== undefined) paired.add(partner);
    return [groupOf(partner === undefined ? [file] : [file, partner])];
  });
}

async function take(client: Client): Promise<OpenedFile | null> {
  try {
    return await client.call('app.takeOpenedFile');
  } catch (error) {
    const { code, details, retryable } = toProblem(error);
    return {
      kind: 'failed',
      id: 0,
      fileName: '',
      problem: { code, details: { ...details }, retryable },
    };
  }
}
