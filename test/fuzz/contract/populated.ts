import { readFileSync } from 'node:fs';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';
import { type FakeGenai, startFakeGenai } from '../../support/servers/fake-genai.ts';
import { demoCertificate } from '../../support/worlds/demo-certificate.ts';
import { answers, chatExamples } from './examples/chat.ts';
import { consoleExamples } from './examples/console.ts';
import { programExamples } from './examples/programs.ts';
import { settingsExamples } from './examples/settings.ts';
import { signInExamples } from './examples/sign-in.ts';
import { type Examples, firstPassphrase, type Stage } from './examples/stage.ts';
import { keptClient, usualExamples } from './examples/usual.ts';
import { workExamples } from './examples/work.ts';
import type { Pool } from './pool.ts';
import type { Surroundings } from './surroundings.ts';
import type { Answer } from './tried.ts';

const name = 'Populated';
/** Of these each input is answered once: that many are made for a stretch of payloads. */
const usedUp: Partial<Readonly<Record<CallName, number>>> = {
  'chat.unqueue': 6,
  'chat.editQueued': 3,
  'chat.decideToolCall': 6,
  'chat.sendQueued': 2,
};

/** Keeps something of every kind in an app, whatever was done to it meanwhile. */
export async function createPopulated(
  send: (name: string, input: unknown) => Promise<Answer>,
  surroundings: Surroundings,
  pool: Pool,
) {
  const genai: FakeGenai = await startFakeGenai();
  genai.usual = answers;
  const { dataFolder } = surroundings;
  let turn = 0;
  const call = async <N extends CallName>(
    which: N,
    input: CallInput<N>,
  ): Promise<CallOutput<N> | null> => {
    const { ok, value } = await send(which, input);
    return ok === true ? (value as CallOutput<N>) : null;
  };

  const system = async (): Promise<string | null> => {
    const systems = (await call('systems.snapshot', undefined))?.systems ?? [];
    const [found] = systems.filter((one) => one.name === name && one.genaiUrl === genai.url);
    if (found !== undefined) return found.id;
    const added = await call('systems.add', {
      name,
      webApiUrl: genai.url,
      authUrl: genai.url,
      genaiUrl: genai.url,
      authorities: [],
      certificateId: null,
    });
    if (added !== null) {
      await call('genai.addKey', { systemId: added.id, name: 'one', key: 'sk-0123456789abcdef' });
    }
    return added?.id ?? null;
  };

  const certificate = async (): Promise<void> => {
    const kept = await call('certificates.snapshot', undefined);
    if ((kept?.certificates.length ?? 1) > 0) return;
    await call('systems.openDemo', undefined);
    const read = await call('certificates.read', p12());
    if (read !== null && 'readId' in read) {
      await call('certificates.keep', { readId: read.readId, name: 'mine', replaces: null });
    }
  };

  const p12 = () => {
    const { path, passphrase } = demoCertificate(dataFolder);
    return { fileName: 'user.p12', bytes: readFileSync(path), passphrase };
  };

  const stage: Stage = {
    call,
    system,
    certificate,
    p12,
    genai,
    pool,
    surroundings,
  };
  const examples: Examples = {
    ...usualExamples(stage),
    ...chatExamples(stage),
    ...signInExamples(stage),
    ...settingsExamples(stage),
    ...workExamples(stage),
    ...programExamples(stage),
    ...consoleExamples(stage),
  };
  const example = async (which: CallName): Promise<unknown> => {
    const make = examples[which];
    return make === undefined ? null : make();
  };

  return {
    example,
    async examples(which: CallName): Promise<unknown[]> {
      const made: unknown[] = [];
      for (let count = 0; count < (usedUp[which] ?? 1); count += 1) made.push(await example(which));
      return made.filter((one) => one !== null);
    },
    async populate(): Promise<void> {
      genai.forget();
      const { state } = (await call('vault.snapshot', undefined)) ?? {};
      const passphrase = pool.pick('vault', 'passphrase', 1) ?? firstPassphrase;
      if (state === 'not-set-up') await call('vault.setPassphrase', { passphrase });
      if (state === 'locked') await call('vault.unlock', { passphrase });
      await certificate();
      const systemId = await system();
      if (systemId === null) return;
      pool.know('systems', systemId);
      const all = await call('conversations.snapshot', { systemId });
      if ((all?.length ?? 0) < 2) {
        const made = await call('conversations.create', { systemId, model: 'fake' });
        if (made !== null) {
          const sent = { conversationId: made.id, text: 'hello', attachments: [] };
          await call('chat.send', sent);
          await call('conversations.openEnd', { id: made.id, count: 10 });
        }
      }
      const [newest] = all ?? [];
      if (newest !== undefined) await call('conversations.openEnd', { id: newest.id, count: 10 });
      const folders = await call('folders.snapshot', { systemId });
      if ((folders?.folders.length ?? 2) < 2) {
        await call('folders.add', { systemId, name: 'a folder' });
      }
      const clients = await call('clients.snapshot', { systemId });
      if ((clients?.clients.length ?? 1) === 0) {
        await call('clients.keep', { systemId, ...keptClient, clientId: 'mine' });
      }
      const upload = await call('attachments.begin', { name: 'a.txt', size: 2 });
      if (upload !== null) {
        await call('attachments.append', { ...upload, bytes: new Uint8Array([97, 98]) });
        // Every other one stays begun.
        turn += 1;
        if (turn % 2 === 0) await call('attachments.finish', upload);
      }
    },
    close: () => genai.close(),
  };
}
