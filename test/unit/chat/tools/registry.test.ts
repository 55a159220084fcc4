import { expect, onTestFinished, test } from 'vitest';
import { createTools, type ToolDefinition } from '../../../../main/chat/tools/index.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';
import { recordEvents, recordLog } from '../../../support/worlds/world.ts';

test('the schemas of tools are made for whoever asks first, and each change is told after that', async () => {
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  const events = recordEvents();
  const machines = { snapshot: () => Promise.reject(new Error('not asked')) };
  const registry = await createTools({ database, emit: events.emit, machines });
  const tools = behindTheDoor('tools', registry, recordLog());
  let made = 0;
  const tool = (name: string): ToolDefinition => ({
    name,
    description: name,
    approval: 'ask',
    get parameters() {
      made += 1;
      return {};
    },
    run: async () => 'done',
  });
  tools.register([tool('of the start')]);
  expect(made).toBe(0);
  expect(await tools.calls.snapshot(undefined, nobody)).toContainEqual(
    expect.objectContaining({ name: 'of the start' }),
  );
  const remove = tools.register([tool('later')]);
  remove();
  const told = events.of('tools.changed').map((all) => all.some(({ name }) => name === 'later'));
  expect(told).toEqual([true, false]);
});
