import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { CallOutput } from '../../../../preload/contract/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';
import { answersAtOnce } from '../../../support/processes/running-app.ts';
import { clockOff, whyNoClock } from '../../../support/processes/set-clock.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import { connectWebClient, type WebClient } from '../../../support/servers/web-client.ts';

const systemId = 'demo';
const passphrase = 'correct horse battery';
const day = 86_400_000;
/** Every try of this test may take a minute: the demo's keys and five hashes of passphrases are made. */
const long = patience(120_000);

if (whyNoClock !== null) console.log(`skipped: a clock that was set back (${whyNoClock})`);

test.skipIf(whyNoClock !== null)(
  'used, closed, started with the clock set back by a year, and with the clock right again: everything is there and works',
  async () => {
    const [data, target] = [testFolder(), testFolder()];
    const backups = (): string[] => readdirSync(target).filter((name) => name.endsWith('.backup'));
    const start = async (days: number) => {
      const desk = await openDesk(data, days);
      await desk.client.call('vault.unlock', { passphrase }).catch(() => undefined);
      return desk;
    };

    const first = await openDesk(data, 0);
    await first.client.call('vault.setPassphrase', { passphrase });
    await first.client.call('systems.openDemo', undefined);
    const older = await first.ask(null, 'the older question');
    const newer = await first.ask(null, 'the newer question');
    await first.checkMachines();
    const month = { systemId, from: first.now() - 20 * day, to: first.now() + 5 * day };
    const words = await first.words(older);
    const report = await first.client.call('machineHistory.report', month);
    await first.client.call('backups.schedule', { folder: target, passphrase });
    expect(await first.list()).toEqual([newer, older]);
    await first.stop();
    const [made = ''] = backups();

    const back = await start(-365);
    await back.client.call('systems.openDemo', undefined);
    expect(await back.list()).toEqual([newer, older]);
    expect(await back.words(older)).toEqual(words);
    expect(await back.found('question')).toEqual([newer, older]);
    expect(await back.checks()).toContain('not-yet-valid');
    // the demo's servers are of the future too
    expect(await back.checkMachines()).toMatchObject({ code: 'tls-server-expired' });
    await back.ask(older, 'asked in the past');
    const past = await back.ask(null, 'begun in the past, a question');
    // what was written last comes first, whatever its date is
    expect((await back.found('question'))[0]).toBe(past);
    expect(await back.client.call('machineHistory.report', month)).toEqual(report);
    await expect.poll(() => backups().length, { timeout: long }).toBe(2);
    expect(backups()).toContain(made);
    await back.stop();

    const next = await start(1);
    await next.client.call('systems.openDemo', undefined);
    expect((await next.list()).toSorted()).toEqual([older, newer, past].toSorted());
    expect(await next.words(older)).toContain('asked in the past');
    expect(await next.checks()).not.toContain('not-yet-valid');
    expect(await next.checkMachines()).toBeNull();
    await next.ask(past, 'and asked again');
    expect((await next.list())[0]).toBe(past);
    const later = await next.client.call('machineHistory.report', month);
    expectGrown(report, later);
    await expect.poll(() => backups().length, { timeout: long }).toBe(3);
    expect(backups()).toContain(made);
    await next.stop();
  },
  3 * long,
);

/** What was told is told, and no day has more time than it has. */
function expectGrown(
  before: CallOutput<'machineHistory.report'>,
  after: CallOutput<'machineHistory.report'>,
): void {
  const sums = ({ machines }: CallOutput<'machineHistory.report'>) =>
    machines.map(({ name, nth, days }) => ({
      name,
      nth,
      days: days.map(({ from, to, time }) => ({
        length: to - from,
        told: Object.values(time).reduce((all, ms) => all + ms, 0),
      })),
    }));
  const told = sums(after);
  for (const [at, machine] of sums(before).entries()) {
    expect(told[at]).toMatchObject({ name: machine.name, nth: machine.nth });
    for (const [place, one] of machine.days.entries()) {
      const now = told[at]?.days[place] ?? { told: -1, length: 0 };
      expect(now.told).toBeGreaterThanOrEqual(one.told);
      expect(now.told).toBeLessThanOrEqual(now.length);
    }
  }
}

/** The app from its sources, with its clock so many days from this computer's, and a tab of it. */
async function openDesk(data: string, days: number) {
  const app = startWebProcess(data, { env: { ...answersAtOnce, ...clockOff(days) } });
  const client = await connectWebClient(await app.ready);
  onTestFinished(() => client.close());
  return {
    client,
    now: () => Date.now() + days * day,
    /** Asks in a conversation, or in a new one, and waits for the end of the answer. */
    async ask(id: string | null, text: string): Promise<string> {
      const ended = new Set<string>();
      client.on('chat.messageChanged', ({ message }) => {
        if (message.role === 'assistant' && message.state !== 'streaming') ended.add(message.id);
      });
      const models = async () => (await client.call('genai.snapshot', { systemId })).models;
      // they are fetched after the demo was opened
      await expect.poll(models, { timeout: long }).not.toEqual([]);
      const model = (await models())[0]?.id ?? null;
      const known = id ?? (await client.call('conversations.create', { systemId, model })).id;
      const { answerId } = await client.call('chat.send', { conversationId: known, text });
      await expect.poll(() => ended.has(answerId), { timeout: long }).toBe(true);
      return known;
    },
    async words(id: string): Promise<string[]> {
      const { messages } = await client.call('conversations.open', { id });
      return messages.map(({ content }) => content);
    },
    list: async () =>
      (await client.call('conversations.snapshot', { systemId })).map(({ id }) => id),
    async found(text: string): Promise<string[]> {
      const { hits } = await client.call('conversations.search', { systemId, text, limit: 20 });
      return [...new Set(hits.map(({ conversationId }) => conversationId))];
    },
    /** What is said of the demo's certificate. */
    async checks(): Promise<string[]> {
      const { certificates } = await client.call('certificates.snapshot', undefined);
      return certificates.flatMap(({ checks }) => checks.map(({ code }) => code));
    },
    /** @returns Why that did not work */
    checkMachines: () => checkMachines(client),
    async stop(): Promise<void> {
      client.close();
      await app.stop();
    },
  };
}

async function checkMachines(client: WebClient) {
  const before = (await client.call('machines.snapshot', { systemId })).attemptedAt;
  const state = () => client.call('machines.snapshot', { systemId });
  await client.call('machines.refresh', { systemId });
  await expect
    .poll(async () => (await state()).attemptedAt !== before && !(await state()).checking)
    .toBe(true);
  return (await state()).problem;
}
