import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { Client } from '../../client/index.ts';
import { toProblem } from '../../kit/index.ts';
import { attachFile, type ChosenFile } from './attach-file.ts';

/** Receives events of each file by its id; none after the file was dropped. */
interface IntakeListener {
  /** Whether images stay as they are, place and camera included. */
  readonly keepsMetadata: () => boolean;
  onProgress(id: number, progress: number): void;
  onTaken(id: number, attachment: Attachment): void;
  onFailed(id: number, problem: AppErrorData): void;
}

/** Attaches files one after the other; each may be dropped meanwhile. */
export function createIntake(client: Client, listener: IntakeListener) {
  const aborts = new Map<number, AbortController>();
  let taking: Promise<unknown> = Promise.resolve();

  async function takeNow(id: number, picked: ChosenFile, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      const attachment = await attachFile(picked, {
        client,
        signal,
        keepsMetadata: listener.keepsMetadata,
        onProgress: (progress) => listener.onProgress(id, progress),
      });
      if (signal.aborted) return false;
      listener.onTaken(id, attachment);
      return true;
    } catch (error) {
      if (!signal.aborted) listener.onFailed(id, toProblem(error));
      return false;
    } finally {
      aborts.delete(id);
    }
  }

  return {
    /** @returns whether it is attached */
    take(id: number, picked: ChosenFile): Promise<boolean> {
      const abort = new AbortController();
      aborts.set(id, abort);
      const taken = taking.then(() => takeNow(id, picked, abort.signal));
      taking = taken;
      return taken;
    },
    drop: (id: number) => aborts.get(id)?.abort(),
    dropAll() {
      for (const abort of aborts.values()) abort.abort();
    },
  };
}
