import { createStore, type StoreApi } from 'zustand/vanilla';
import { ignoring } from '../../../common/ignoring.ts';
import {
  type Attachment,
  filesOf,
  maxAttachments,
} from '../../../preload/contract/chat/attachments.ts';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { Client } from '../../client/index.ts';
import type { ChosenFile } from './attach-file.ts';
import { createIntake } from './intake.ts';

/** A file that is attached, or on its way. */
export interface BasketItem {
  readonly id: number;
  readonly name: string;
  /** Progress, 0 to 1. */
  readonly progress: number;
  /** Null while it is on its way and after a failure. */
  readonly attachment: Attachment | null;
  readonly problem: AppErrorData | null;
}

interface BasketState {
  readonly items: readonly BasketItem[];
  /** An error that concerns no single file. */
  readonly problem: AppErrorData | null;
}

/** The files of the message being written. */
export interface Basket extends StoreApi<BasketState> {
  /** Attaches files one after the other; each failure is shown at its file. */
  add(picked: readonly ChosenFile[]): void;
  /** Attaches one file; resolves with whether it succeeded. */
  attach(picked: ChosenFile): Promise<boolean>;
  /**
   * Puts existing attachments, of a draft or of an edited message, into the basket; `tell` reports them as a change.
   */
  put(attachments: readonly Attachment[], options?: { readonly tell: boolean }): void;
  /**
   * Applies another window's change to the attachments of the same message.
   * @param known hashes of the files that main had before, as far as this window knew
   */
  follow(attachments: readonly Attachment[], known: ReadonlySet<string>): void;
  change(id: number, attachment: Attachment): void;
  remove(id: number): void;
  forgetProblem(): void;
  /** Returns the attachments and empties the basket, failed files too. The stored copy stays as it was until `keep`. */
  empty(): Attachment[];
  /** Stores the current attachments. */
  keep(): void;
  ready(): Attachment[];
  /** Whether the user has added, changed or removed something since it was filled. */
  isChanged(): boolean;
  close(): void;
}

/**
 * @param onChange called with the attachments after each change by the user
 * @param keepsMetadata whether images stay as they are, place and camera included
 */
export function createBasket(
  client: Client,
  onChange: (attachments: readonly Attachment[]) => void,
  keepsMetadata: () => boolean = () => false,
): Basket {
  const state = createStore<BasketState>(() => ({ items: [], problem: null }));
  let lastId = 0;

  let changed = false;
  const tellChange = (): void => {
    changed = true;
    onChange(ready());
  };

  const ready = (): Attachment[] =>
    state.getState().items.flatMap(({ attachment }) => attachment ?? []);
  const edit = (id: number, change: Partial<BasketItem>): void =>
    state.setState(({ items }) => ({
      items: items.map((item) => (item.id === id ? { ...item, ...change } : item)),
    }));
  const without = (id: number): void =>
    state.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));

  const intake = createIntake(client, {
    keepsMetadata,
    onProgress: (id, progress) => edit(id, { progress }),
    onTaken(id, attachment) {
      edit(id, { attachment });
      tellChange();
    },
    onFailed: (id, problem) => edit(id, { problem }),
  });

  /** False and reports a problem if there are too many. */
  function hasRoomFor(more: number): boolean {
    const count = state.getState().items.length + more;
    if (count <= maxAttachments) return true;
    const details = { limit: maxAttachments, count };
    state.setState({ problem: new AppError('attachment-too-many', { details }).toData() });
    return false;
  }

  /** @param names names in use; its own is added */
  function begin(picked: ChosenFile, names: Set<string>): Promise<boolean> {
    lastId += 1;
    const id = lastId;
    const name = unique(picked.name, names);
    const item = { id, name, progress: 0, attachment: null, problem: null };
    state.setState((before) => ({ items: [...before.items, item], problem: null }));
    return intake.take(id, { ...picked, name });
  }

  const namesNow = (): Set<string> => new Set(state.getState().items.map(({ name }) => name));

  return Object.assign(state, {
    add(picked: readonly ChosenFile[]) {
      if (!hasRoomFor(picked.length)) return;
      const names = namesNow();
      for (const one of picked) void begin(one, names);
    },

    attach: async (picked: ChosenFile) => hasRoomFor(1) && begin(picked, namesNow()),

    put(attachments: readonly Attachment[], { tell } = { tell: false }) {
      const added = attachments.map((attachment): BasketItem => {
        lastId += 1;
        return { id: lastId, name: attachment.name, progress: 1, attachment, problem: null };
      });
      state.setState(({ items }) => ({ items: [...added, ...items] }));
      if (tell) onChange(ready());
    },

    follow(attachments: readonly Attachment[], known: ReadonlySet<string>) {
      const theirs = new Set(attachments.map(({ file }) => file.hash));
      const gone = ({ attachment }: BasketItem): boolean =>
        attachment !== null && known.has(attachment.file.hash) && !theirs.has(attachment.file.hash);
      const here = new Set(ready().map(({ file }) => file.hash));
      const added = attachments.filter(({ file }) => !here.has(file.hash) && !known.has(file.hash));
      if (state.getState().items.some(gone)) {
        state.setState(({ items }) => ({ items: items.filter((item) => !gone(item)) }));
      }
      if (added.length > 0) this.put(added);
    },

    change(id: number, attachment: Attachment) {
      edit(id, { attachment });
      tellChange();
    },

    remove(id: number) {
      intake.drop(id);
      const item = state.getState().items.find((one) => one.id === id);
      without(id);
      const attachment = item?.attachment;
      if (!attachment) return;
      tellChange();
      const hashes = filesOnlyOf(attachment, ready());
      // references elsewhere keep the file
      void ignoring(
        'it stays in memory until the app ends',
        client.call('attachments.discard', { hashes }),
      );
    },

    forgetProblem: () => state.setState({ problem: null }),

    empty() {
      const attachments = ready();
      intake.dropAll();
      state.setState({ items: [], problem: null });
      return attachments;
    },
    keep: () => onChange(ready()),

    ready,
    isChanged: () => changed,

    close: intake.dropAll,
  });
}

/** Hashes of its files that no other attachment has. */
function filesOnlyOf(attachment: Attachment, others: readonly Attachment[]): string[] {
  const used = new Set(others.flatMap(filesOf).map(({ hash }) => hash));
  return filesOf(attachment)
    .map(({ hash }) => hash)
    .filter((hash) => !used.has(hash));
}

/** Whether a file is still on its way. */
export function isTaking(items: readonly BasketItem[]): boolean {
  return items.some(({ attachment, problem }) => attachment === null && problem === null);
}

/** Makes the names of two files distinct, for people and for the tool that reads them: `a (2).txt`. */
function unique(name: string, names: Set<string>): string {
  const shown = name.trim().slice(-900) || 'file';
  const dot = shown.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [shown.slice(0, dot), shown.slice(dot)] : [shown, ''];
  let found = shown;
  for (let count = 2; names.has(found); count += 1) found = `${stem} (${count})${end}`;
  names.add(found);
  return found;
}
