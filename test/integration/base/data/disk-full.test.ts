import { expect, test, vi } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { begin, delta, gate, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const reason = whyNoSmallDisk();
const long = 'words that must not be lost '.repeat(12_000);
const needs = reason === null ? '' : ` [not run: ${reason}]`;

test.skipIf(reason !== null)(
  `disk full: an answer is kept, marked, sent along, and written when there is room${needs}`,
  async () => {
    const disk = smallDisk(6);
    await using world = await chatWorld({ folder: disk.folder });
    const { calls } = world.chat;
    const id = await world.conversation();
    const opened = gate();
    world.fake.queue(async (response) => {
      begin(response);
      delta(response, { content: 'The beginning. ' });
      await opened.opened;
      delta(response, { content: long }, 'stop');
      response.end('data: [DONE]\n\n');
    });
    const { answerId } = await calls.chat.send({ conversationId: id, text: 'one' }, nobody);
    await world.events.until('chat.delta', ({ content }) => content.includes('beginning'));
    // the log has room from when the tables were made
    await world.database.all({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)' });
    disk.fill();
    opened.open();
    const whole = `The beginning. ${long}`;
    expect(await world.ended(answerId)).toMatchObject({ state: 'complete', content: whole });

    // it is told that it is not saved, and why, to a window that looks now and to one that follows
    const unsaved = [{ messageId: answerId, problem: { code: 'disk-full' } }];
    await vi.waitFor(
      () =>
        expect(world.events.of('conversations.detailsChanged').at(-1)).toMatchObject({ unsaved }),
      { timeout: patience(5_000) },
    );
    expect(await world.open(id)).toMatchObject({ unsaved });
    const all = { messages: 1, problem: { code: 'disk-full' } };
    expect(await calls.unsaved.snapshot(undefined, nobody)).toMatchObject(all);
    expect(world.events.of('unsaved.changed').at(-1)).toMatchObject(all);
    const text = 'x'.repeat(400_000);
    const sent = calls.chat.send({ conversationId: id, text }, nobody);
    await expect(sent).rejects.toMatchObject({ code: 'disk-full' });

    // room for little: the next request has the whole answer in it
    disk.fill(160_000);
    world.fake.queue(says('Two.'));
    await world.ask(id, 'two');
    expect((await world.fake.seen(2)).body.messages).toMatchObject([
      { content: 'one' },
      { content: whole },
      { content: 'two' },
    ]);

    disk.empty();
    await vi.waitFor(async () => expect((await world.open(id)).unsaved).toEqual([]), {
      timeout: patience(20_000),
    });
    expect(world.events.of('unsaved.changed').at(-1)).toEqual({ messages: 0, problem: null });
    const again = await world.restart();
    const { messages } = await again.calls.conversations.open({ id }, nobody);
    expect(messages[1]).toMatchObject({ id: answerId, state: 'complete', content: whole });
  },
);

test.skipIf(reason !== null)(
  `disk full: the account of usage misses no request${needs}`,
  async () => {
    const disk = smallDisk(6);
    await using world = await chatWorld({ folder: disk.folder });
    const id = await world.conversation();
    await world.ask(id, 'one');
    const opened = gate();
    world.fake.queue(async (response) => {
      begin(response);
      delta(response, { content: 'Some' });
      await opened.opened;
      delta(response, { content: long }, 'stop');
      response.end('data: [DONE]\n\n');
    });
    const { answerId } = await world.chat.calls.chat.send(
      { conversationId: id, text: 'two' },
      nobody,
    );
    await world.events.until('chat.delta', ({ content }) => content.includes('Some'));
    disk.fill();
    opened.open();
    await world.ended(answerId);
    disk.empty();
    const days = { from: '2000-01-01', to: '2100-01-01' };
    await vi.waitFor(
      async () => {
        const rows = await world.genai.usageCalls.snapshot({ systemId, ...days }, nobody);
        expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(2);
      },
      { timeout: patience(20_000) },
    );
  },
);
