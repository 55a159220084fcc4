import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import type { FakeGenai } from '../servers/fake-genai.ts';
import { connectWebClient, type WebClient } from '../servers/web-client.ts';
import { testKey } from '../worlds/genai.ts';
import { type RunningApp, startApp } from './running-app.ts';

const systemId = 'system-1';
const model = 'alpha3.6-35b';
const passphrase = 'a passphrase for the rounds';

/** What a window had on screen of an answer, by time. */
interface Shown {
  message: Message;
  readonly steps: { readonly at: number; readonly content: number; readonly reasoning: number }[];
}

export interface RoundReport {
  /** Answers that were arriving when the process was killed. */
  readonly streaming: number;
  /** How long the oldest text that is lost had been shown, ms; 0 where none is. */
  readonly oldestLost: number;
  /** What is not as it should be. */
  readonly faults: readonly string[];
}

/** One data folder through any number of starts and kills. */
export class KillRounds {
  readonly #folder: string;
  readonly #fake: FakeGenai;
  readonly #random: () => number;
  /** Messages as they were after the last start, of conversations that are not removed. */
  readonly #kept = new Map<string, Message>();
  readonly #removed = new Set<string>();
  #app: RunningApp | null = null;
  #client: WebClient | null = null;
  #logRead = 0;

  constructor(folder: string, fake: FakeGenai, random: () => number) {
    this.#folder = folder;
    this.#fake = fake;
    this.#random = random;
  }

  /** Starts, lets everything happen at once, kills at a random moment, starts again and looks. */
  async run(): Promise<RoundReport> {
    const client = this.#client ?? (await this.#start());
    const shown = new Map<string, Shown>();
    const faults: string[] = [];
    client.on('chat.messageChanged', ({ message }) => show(shown, message));
    client.on('chat.delta', ({ messageId, content, reasoning }) => {
      const before = shown.get(messageId)?.message;
      if (before === undefined) faults.push('a delta of a message that was not told');
      else {
        const text = { content: before.content + content, reasoning: before.reasoning + reasoning };
        show(shown, { ...before, ...text });
      }
    });
    const said = new Map<string, string>();
    const gone = new AbortController();
    const busy = this.#keepBusy(client, said, faults, gone.signal);
    await new Promise((resolve) => setTimeout(resolve, 50 + this.#random() * 3500));
    const killedAt = performance.now();
    await this.#app?.kill();
    gone.abort();
    await busy;
    client.close();

    faults.push(...this.#databaseFaults());
    const after = await this.#start();
    const { found, oldestLost } = await this.#compare(after, shown, said, killedAt);
    faults.push(...found, ...this.#logFaults());
    const streaming = [...shown.values()].filter(({ message }) => message.state === 'streaming');
    return { streaming: streaming.length, oldestLost, faults };
  }

  /** Looks once more at everything that any round left, and ends the app as a user would. */
  async end(): Promise<readonly string[]> {
    const client = this.#client ?? (await this.#start());
    const faults: string[] = [];
    const present = await this.#messages(client);
    for (const [id, message] of this.#kept) {
      if (this.#removed.has(message.conversationId)) continue;
      const now = present.get(id);
      if (now?.content !== message.content) faults.push(`message ${id} has changed since`);
    }
    client.close();
    await this.#app?.stop();
    return [...faults, ...this.#databaseFaults(), ...this.#logFaults()];
  }

  /** For a round that failed: leaves no process behind. */
  async kill(): Promise<void> {
    this.#client?.close();
    await this.#app?.kill();
  }

  async #start(): Promise<WebClient> {
    const first = !existsSync(join(this.#folder, 'compute-desk.sqlite'));
    if (first) await this.#prepare();
    this.#app = await startApp({ dataFolder: this.#folder });
    const client = await connectWebClient(this.#app.url);
    this.#client = client;
    if (first) {
      await client.call('vault.setPassphrase', { passphrase });
      await client.call('genai.addKey', { systemId, name: 'project', key: testKey });
    } else await client.call('vault.unlock', { passphrase });
    return client;
  }

  /** The system cannot be added by a call: a window may only name servers with https. */
  async #prepare(): Promise<void> {
    const app = await startApp({ dataFolder: this.#folder });
    await app.stop();
    const database = new DatabaseSync(join(this.#folder, 'compute-desk.sqlite'));
    database
      .prepare(
        `INSERT INTO systems (id, name, kind, web_api_url, genai_url, authorities, created_at)
          VALUES (?, 'Rounds', 'real', 'https://api.invalid', ?, '[]', ?)`,
      )
      .run(systemId, this.#fake.url, new Date().toISOString());
    database.close();
  }

  /** Sends, edits, asks again, queues and removes, at random and at once, until the host is gone. */
  async #keepBusy(
    client: WebClient,
    said: Map<string, string>,
    faults: string[],
    gone: AbortSignal,
  ): Promise<void> {
    const own: string[] = [];
    const pick = <T>(list: readonly T[]): T | undefined =>
      list[Math.floor(this.#random() * list.length)];
    const send = async (conversationId: string): Promise<void> => {
      const text = `say ${said.size} ${'x'.repeat(Math.floor(this.#random() * 500))}`;
      const { messageId } = await client.call('chat.send', { conversationId, text });
      said.set(messageId, text);
    };
    const create = async (): Promise<void> => {
      const { id, parameters } = await client.call('conversations.create', { systemId, model });
      if (this.#random() < 0.5) {
        const tools = ['calculator', 'current_time'];
        await client.call('conversations.setParameters', {
          id,
          parameters: { ...parameters, tools },
        });
      }
      own.push(id);
      await send(id);
    };
    const onOne = (work: (id: string) => Promise<unknown>) => async (): Promise<void> => {
      const id = pick(own);
      if (id !== undefined) await work(id);
    };
    const acts: readonly (() => Promise<void>)[] = [
      create,
      onOne(send),
      onOne((conversationId) => client.call('chat.stop', { conversationId })),
      onOne((id) => client.call('drafts.set', { id, draft: `draft ${this.#random()}` })),
      onOne((id) => client.call('conversations.rename', { id, title: `title ${this.#random()}` })),
      onOne((conversationId) => client.call('chat.queue', { conversationId, text: 'next' })),
      onOne((id) => client.call('conversations.duplicate', { id })),
      onOne(async (id) => {
        const { messages } = await client.call('conversations.open', { id });
        const user = messages.find(({ role }) => role === 'user');
        if (user === undefined) return;
        const text = `instead ${this.#random()}`;
        said.set((await client.call('chat.edit', { messageId: user.id, text })).messageId, text);
      }),
      onOne(async (id) => {
        const { leafId } = await client.call('conversations.open', { id });
        if (leafId !== null) await client.call('chat.regenerate', { messageId: leafId });
      }),
      onOne(async (id) => {
        if (own.length < 3) return;
        own.splice(own.indexOf(id), 1);
        this.#removed.add(id);
        await client.call('conversations.remove', { id });
      }),
      async () =>
        void (await client.call('conversations.search', { systemId, text: '語', limit: 10 })),
    ];
    const expected = ['turn-running', 'not-found', 'cancelled'];
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        const { code = 'gone' } = error as { code?: string };
        if (code !== 'gone' && !expected.includes(code)) faults.push(`a call failed: ${code}`);
      }
    };
    const running: Promise<void>[] = [create, create, create].map(attempt);
    await Promise.all(running);
    while (!gone.aborted) {
      await Promise.race([
        new Promise((resolve) => setTimeout(resolve, this.#random() * 120)),
        new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true })),
      ]);
      running.push(attempt(pick(acts) ?? create));
    }
    await Promise.all(running);
  }

  async #compare(
    client: WebClient,
    shown: ReadonlyMap<string, Shown>,
    said: ReadonlyMap<string, string>,
    killedAt: number,
  ): Promise<{ found: string[]; oldestLost: number }> {
    const found: string[] = [];
    let oldestLost = 0;
    const present = await this.#messages(client);
    for (const [id, text] of said) {
      const { message } = shown.get(id) ?? {};
      if (message !== undefined && this.#removed.has(message.conversationId)) continue;
      if (present.get(id)?.content !== text) found.push(`what was said is lost: ${id}`);
    }
    for (const [id, { message, steps }] of shown) {
      if (this.#removed.has(message.conversationId)) continue;
      const now = present.get(id);
      const kept = (step: Shown['steps'][number] | undefined): boolean =>
        step === undefined ||
        (now?.content.startsWith(message.content.slice(0, step.content)) === true &&
          now.reasoning.startsWith(message.reasoning.slice(0, step.reasoning)));
      if (!kept(steps.findLast(({ at }) => killedAt - at > 1000))) {
        found.push(`text that was shown for a second is lost: ${id}`);
      }
      const lost = steps.find((step) => !kept(step));
      if (lost !== undefined) oldestLost = Math.max(oldestLost, killedAt - lost.at);
      if (now?.state === 'streaming') found.push(`still streaming: ${id}`);
      if (message.state !== 'streaming' && now?.content !== message.content) {
        found.push(`an ended message has changed: ${id}`);
      }
    }
    for (const [id, message] of present) this.#kept.set(id, message);
    return { found, oldestLost };
  }

  async #messages(client: WebClient): Promise<Map<string, Message>> {
    const all = new Map<string, Message>();
    for (const { id } of await client.call('conversations.snapshot', { systemId })) {
      // What it was removed for may not have reached the database; then it is still there.
      const { messages } = await client.call('conversations.open', { id });
      for (const message of messages) all.set(message.id, message);
    }
    return all;
  }

  /** The files as the dead process left them, read by a SQLite of our own. */
  #databaseFaults(): string[] {
    const copy = join(this.#folder, 'copy');
    mkdirSync(copy);
    for (const suffix of ['', '-wal', '-journal']) {
      const from = join(this.#folder, `compute-desk.sqlite${suffix}`);
      if (existsSync(from)) copyFileSync(from, join(copy, `copy.sqlite${suffix}`));
    }
    const database = new DatabaseSync(join(copy, 'copy.sqlite'));
    const found: string[] = [];
    const [check] = database.prepare('PRAGMA integrity_check').all();
    if (check?.integrity_check !== 'ok') found.push(`integrity: ${JSON.stringify(check)}`);
    const foreign = database.prepare('PRAGMA foreign_key_check').all();
    if (foreign.length > 0) found.push(`foreign keys: ${JSON.stringify(foreign[0])}`);
    database.close();
    rmSync(copy, { recursive: true });
    return found;
  }

  /** Errors that the app has logged since the last look. */
  #logFaults(): string[] {
    const file = join(this.#folder, 'logs', 'main.log');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const fresh = text.length < this.#logRead ? text : text.slice(this.#logRead);
    this.#logRead = text.length;
    return fresh.split('\n').filter((line) => line.includes('"level":"error"'));
  }
}

function show(shown: Map<string, Shown>, message: Message): void {
  const step = {
    at: performance.now(),
    content: message.content.length,
    reasoning: message.reasoning.length,
  };
  const before = shown.get(message.id);
  if (before === undefined) shown.set(message.id, { message, steps: [step] });
  else {
    before.message = message;
    before.steps.push(step);
  }
}
