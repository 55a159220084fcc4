import { basename } from 'node:path';
import type { OpenedFile } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Sender } from '../../../preload/contract/index.ts';
import {
  isSystemFile,
  maxSystemFileBytes,
} from '../../../preload/contract/systems/system-choices.ts';
import type { OpenedFiles } from '../../base/host.ts';
import { readPlain } from '../../base/outside/index.ts';

/** Larger than any personal certificate file; the reader refuses larger ones too. */
const mostBytes = 10 * 1024 * 1024;
/** Maximum files read ahead, so that a folder of files does not fill the memory. Others are read when there is room. */
const mostRead = 20;

/** Files (certificates, systems) that the user opened with the app, until a page has imported them. */
export interface OpenedFileQueue extends OpenedFiles {
  /** Reads them one after another, then reports them. Never rejects: a failure waits as a problem. */
  open(paths: readonly string[]): Promise<void>;
  /** Puts the files of a page that is gone or reloads, and has not finished with them, at the head of the queue. */
  giveBack(sender: Sender): Promise<void>;
}

/** A file that a page has taken. */
interface Taken {
  readonly path: string;
  readonly senderId: string;
}

/** @param waits called when files are waiting */
export function createOpenedFiles(waits: () => void): OpenedFileQueue {
  const waiting: { readonly path: string; readonly file: OpenedFile }[] = [];
  const unread: string[] = [];
  const taken = new Map<number, Taken>();
  let lastId = 0;
  let last = Promise.resolve();
  const fill = async (): Promise<void> => {
    let added = false;
    while (waiting.length < mostRead) {
      const path = unread.shift();
      if (path === undefined) break;
      lastId += 1;
      waiting.push({ path, file: await readOpened(path, lastId) });
      added = true;
    }
    if (added) waits();
  };
  const fillNext = (): Promise<void> => {
    last = last.then(fill);
    return last;
  };
  return {
    open(paths) {
      unread.push(...paths);
      return fillNext();
    },
    take({ id }) {
      const next = waiting.shift();
      if (next === undefined) return null;
      taken.set(next.file.id, { path: next.path, senderId: id });
      if (unread.length > 0) void fillNext();
      return next.file;
    },
    finish(ids) {
      for (const id of ids) taken.delete(id);
    },
    async giveBack({ id: senderId }) {
      const own = [...taken].filter(([, one]) => one.senderId === senderId);
      if (own.length === 0) return;
      for (const [id] of own) taken.delete(id);
      // before those that wait, in the order in which they were opened
      const paths = [...own.map(([, one]) => one), ...waiting.splice(0)].map(({ path }) => path);
      unread.unshift(...paths);
      await fillNext();
    },
  };
}

async function readOpened(path: string, id: number): Promise<OpenedFile> {
  const fileName = basename(path);
  try {
    return { kind: 'read', id, fileName, bytes: await readBounded(path) };
  } catch (cause) {
    const error =
      cause instanceof AppError && cause.code !== 'place-planted'
        ? cause
        : new AppError('file-not-read', { details: { name: fileName }, cause });
    const { code, details, retryable } = error.toData();
    return { kind: 'failed', id, fileName, problem: { code, details: { ...details }, retryable } };
  }
}

/** @throws AppError `certificate-too-large`, `system-file-invalid`; as `readPlain` */
async function readBounded(path: string): Promise<Uint8Array> {
  const isSystem = isSystemFile(path);
  const most = isSystem ? maxSystemFileBytes : mostBytes;
  const bytes = await readPlain(path, { most, links: true });
  if (bytes.length <= most) return bytes;
  throw isSystem
    ? new AppError('system-file-invalid', { details: { where: '–' } })
    : new AppError('certificate-too-large', { details: { limit: most } });
}
