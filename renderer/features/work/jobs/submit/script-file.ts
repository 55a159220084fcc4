import { readUtf8 } from '../../../../../common/texts/file-kind.ts';
import { AppError } from '../../../../../preload/contract/errors.ts';

/** Megabytes of a script. */
const limit = 4;

/** A script as it is submitted. */
interface ScriptFile {
  readonly script: string;
  /** It had other line ends than those of Linux, which became part of words there. */
  readonly replaced: boolean;
}

/**
 * Reads a file as a script, whole or not at all.
 * @throws AppError `script-too-large`, `script-not-text`
 */
export async function readScript(file: File): Promise<ScriptFile> {
  const { name } = file;
  if (file.size > limit * 1024 * 1024) {
    throw new AppError('script-too-large', { details: { name, limit } });
  }
  const text = readUtf8(new Uint8Array(await file.arrayBuffer()));
  if (text === null) throw new AppError('script-not-text', { details: { name } });
  const script = text.replaceAll(/\r\n?/g, '\n');
  return { script, replaced: script !== text };
}
