import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OpenedFile } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  isSystemFile,
  largestSystemFile,
} from '../../../preload/contract/systems/system-choices.ts';

/** Larger than any certificate file of a person; the reader refuses more too. */
const mostBytes = 10 * 1024 * 1024;
/** How many may wait: who opens a whole folder does not fill the memory. */
const mostWaiting = 20;

/** The files (certificates, systems) that the user opened with the app, until a window takes them. */
export interface OpenedFiles {
  /** Reads them, one after another, and tells of each. Never rejects: what failed waits as a problem. */
  open(paths: readonly string[]): Promise<void>;
  take(): OpenedFile | null;
}

/** @param waits called when a file has come to wait */
export function createOpenedFiles(waits: () => void): OpenedFiles {
  const waiting: OpenedFile[] = [];
  let last = Promise.resolve();
  const add = async (path: string): Promise<void> => {
    if (waiting.length >= mostWaiting) return;
    waiting.push(await readOpened(path));
    waits();
  };
  return {
    open(paths) {
      for (const path of paths) last = last.then(() => add(path));
      return last;
    },
    take: () => waiting.shift() ?? null,
  };
}

async function readOpened(path: string): Promise<OpenedFile> {
  const fileName = basename(path);
  try {
    return { kind: 'read', fileName, bytes: await readBounded(path) };
  } catch (cause) {
    const error =
      cause instanceof AppError
        ? cause
        : new AppError('file-not-read', { details: { name: fileName }, cause });
    const { code, details, retryable } = error.toData();
    return { kind: 'failed', fileName, problem: { code, details: { ...details }, retryable } };
  }
}

/** @throws AppError `certificate-too-large`, `system-file-invalid`, `file-not-read`; an error of the operating system */
async function readBounded(path: string): Promise<Uint8Array> {
  // A device could go on for ever, and a pipe is not even opened before somebody writes to it.
  const isFile = (await stat(path)).isFile();
  if (!isFile) throw new AppError('file-not-read', { details: { name: basename(path) } });
  const file = await open(path, 'r');
  try {
    const about = await file.stat();
    if (isSystemFile(path) && about.size > largestSystemFile) {
      throw new AppError('system-file-invalid', { details: { where: '–' } });
    }
    if (about.size > mostBytes) {
      throw new AppError('certificate-too-large', { details: { limit: mostBytes } });
    }
    const bytes = new Uint8Array(about.size);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
