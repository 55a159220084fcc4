import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import { rm } from '../../base/outside/index.ts';
import { connectToHost } from './host-connection.ts';
import type { Launch } from './launches.ts';

/** How the user's own next start reaches the web host on a data folder; only the user can read it. */
const running = z.object({ port: z.number(), secret: z.string() });
const asked = z.object({ withPage: z.boolean() });
const answered = z.object({ url: z.string(), page: z.string().nullable() });

const fileIn = (dataFolder: string): string => join(dataFolder, 'web-host.json');

/** @returns a function that removes the announcement */
export async function announceHost(
  dataFolder: string,
  facts: z.infer<typeof running>,
): Promise<() => Promise<void>> {
  const file = fileIn(dataFolder);
  // Recreated, so that it has this mode and no earlier reader has it open.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(facts), { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}

/** Returns the running host's answer. @throws ZodError for an invalid question */
export async function answerRunningHost(
  message: unknown,
  issue: (wish: z.infer<typeof asked>) => Promise<Launch>,
): Promise<Launch> {
  return issue(asked.parse(message));
}

/**
 * Returns a new address of the web host on this data folder; null if none runs, or it cannot be reached from here: on
 * another computer, or in Electron.
 */
export async function askRunningHost(
  dataFolder: string,
  wish: z.infer<typeof asked>,
): Promise<Launch | null> {
  try {
    const { port, secret } = running.parse(parseJson(await readFile(fileIn(dataFolder), 'utf8')));
    let take: (text: string) => void = () => undefined;
    const answer = new Promise<string>((resolve) => {
      take = resolve;
    });
    const { socket } = await connectToHost({
      origin: `http://127.0.0.1:${port}`,
      secret,
      listen: (text) => take(text),
    });
    const closed = once(socket, 'close').then(() => Promise.reject(new Error('no answer')));
    socket.send(JSON.stringify(wish));
    return answered.parse(parseJson(await Promise.race([answer, closed])));
  } catch {
    // Whatever the file says, the caller reports that the folder is in use.
    return null;
  }
}
