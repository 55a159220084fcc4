import { basename } from 'node:path';
import type { OpenedFile } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  isSystemFile,
  largestSystemFile,
} from '../../../preload/contract/systems/system-choices.ts';
import { readPlain } from '../../base/outside/index.ts';

/** Larger than any personal certificate file; the reader refuses larger ones too. */
const mostBytes = 10 * 1024 * 1024;
/** Maximum files read ahead, so that a folder of files does not fill the memory. Others are read when there is room. */
const mostRead = 20;

/** Files (certificates, systems) that the user opened with the app, until a window takes them. */
export interface OpenedFiles {
  /** Reads them one after another, then reports them. Never rejects: a failure waits as a problem. */
  open(paths: readonly string[]): Promise<void>;
  take(): OpenedFile | null;
}

/** @param waits called when files are waiting */
export function createOpenedFiles(waits: () => void): OpenedFiles {
  const waiting: OpenedFile[] = [];
  const unread: string[] = [];
  let last = Promise.resolve();
  const fill = async (): Promise<void> => {
    let added = false;
    while (waiting.length < mostRead) {
      const path = unread.shift();
      if (path === undefined) break;
      waiting.push(await readOpened(path));
      added = true;
    }
    if (added) waits();
  };
  return {
    open(paths) {
      unread.push(...paths);
      last = last.then(fill);
      return last;
    },
    take() {
      const taken = waiting.shift() ?? null;
      if (taken !== null && unread.length > 0) last = last.then(fill);
      return taken;
    },
  };
}

async function readOpened(path: string): Promise<OpenedFile> {
  const fileName = basename(path);
  try {
    return { kind: 'read', fileName, bytes: await readBounded(path) };
  } catch (cause) {
    const error =
      cause instanceof AppError && cause.code !== 'place-planted'
        ? cause
        : new AppError('file-not-read', { details: { name: fileName }, cause });
    const { code, details, retryable } = error.toData();
    return { kind: 'failed', fileName, problem: { code, details: { ...details }, retryable } };
  }
}

/** @throws AppError `certificate-too-large`, `system-file-invalid`; as `readPlain` */
async function readBounded(path: string): Promise<Uint8Array> {
  const isSystem = isSystemFile(path);
  const most = isSystem ? largestSystemFile : mostBytes;
  const bytes = await readPlain(path, { most, links: true });
  if (bytes.length <= most) return bytes;
  throw isSystem
    ? new AppError('system-file-invalid', { details: { where: '–' } })
    : new AppError('certificate-too-large', { details: { limit: most } });
}
