import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chat as contract } from '../../../../preload/contract/chat/chat.ts';
import { begin, delta, startFakeGenai } from '../../../support/servers/fake-genai.ts';
import { noAttachments, noFiles, noGenai, noTools } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { startChat } from '../../../support/worlds/started-chat.ts';
import { startMemoryStorage, startTestStorage } from '../../../support/worlds/storage.ts';
import {
  recordEvents,
  recordLog,
  temporaryFolder,
  testSystem,
  testSystems,
} from '../../../support/worlds/world.ts';

const childFile = fileURLToPath(
  new URL('../../../support/processes/chat-child.ts', import.meta.url),
);

/** What a window would have on screen, with the time at which it came there. */
interface Shown {
  readonly text: string;
  readonly at: number;
}

async function* shownBy(child: ChildProcess): AsyncGenerator<Shown> {
  if (child.stdout === null) throw new Error('the child has no output');
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, payload } = JSON.parse(line) as { name: string; payload: unknown };
    if (name !== 'chat.delta') continue;
    text += contract.delta.payload.parse(payload).content;
    yield { text, at: performance.now() };
  }
}

test.each([500, 4_000])(
  'kill -9 in mid-stream, after %i characters: what had been shown for a second is there, marked interrupted',
  async (characters) => {
    const folder = await temporaryFolder();
    const fake = await startFakeGenai();
    fake.usual = (response) => {
      begin(response);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        delta(response, { content: `word-${count} ` });
      }, 2);
      response.once('close', () => clearInterval(timer));
    };
    const child = spawn(process.execPath, [childFile, folder.path, fake.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const history: Shown[] = [];
    for await (const shown of shownBy(child)) {
      history.push(shown);
      if (shown.text.length > characters && shown.at - (history[0]?.at ?? 0) > 1100) break;
    }
    const killedAt = performance.now();
    child.kill('SIGKILL');
    await exited;

    const database = await startTestStorage(folder.path);
    const systems = await testSystems(database, testSystem(fake.url));
    const chat = await startChat({
      openMemory: startMemoryStorage,
      tools: noTools,
      attachments: noAttachments,
      files: noFiles,
      systems,
      genai: noGenai,
      database,
      emit: recordEvents().emit,
      log: recordLog(),
    });
    const [summary] = await chat.calls.conversations.snapshot({ systemId: 'system-1' }, nobody);
    const { messages } = await chat.calls.conversations.open({ id: summary?.id ?? '' }, nobody);
    const answer = messages.at(-1);

    const lasting = history.findLast(({ at }) => killedAt - at > 1000)?.text ?? '';
    expect(lasting).not.toBe('');
    expect(answer).toMatchObject({
      role: 'assistant',
      state: 'interrupted',
      problem: { code: 'stream-interrupted', details: { reason: 'app-ended' } },
    });
    expect(answer?.content.startsWith(lasting)).toBe(true);
    const [check] = await database.all({ sql: 'PRAGMA integrity_check' });
    expect(check).toEqual({ integrity_check: 'ok' });

    await chat.close();
    await database.close();
    await fake.close();
    await folder.remove();
  },
);
