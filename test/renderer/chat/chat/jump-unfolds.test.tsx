// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SearchHit } from '../../../../preload/contract/chat/search.ts';
import { openApp } from '../../app.tsx';
import { at, chatWorld, message, place } from '../chat-world.ts';

// no layout here
const measured = Object.getOwnPropertyDescriptor(Range.prototype, 'getBoundingClientRect');
beforeEach(() => {
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(() => {
  if (measured === undefined) Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
  else Object.defineProperty(Range.prototype, 'getBoundingClientRect', measured);
});

const call = (id: string, name: string, result: string) => ({
  ...{ id, name, arguments: '{"host":"login"}', state: 'done' as const, result },
});

/** Looks for a text, and goes to the hit that is given for it. */
async function goTo(text: string, hit: Pick<SearchHit, 'in' | 'name'>): Promise<void> {
  const answer = message('m1', 1, {
    reasoning: 'The reader may mean a zebra.',
    toolCalls: [
      call('call-1', 'look_up', '{"found":"lion"}'),
      call('call-2', 'look_up', '{"found":"okapi"}'),
      call('call-3', 'count', '{"found":"okapi"}'),
    ],
  });
  const { bridge } = chatWorld({ branch: [message('m0', 0), answer] });
  bridge.answer({
    'conversations.search': () => ({
      hits: [
        {
          ...{ number: 2, messageId: 'm1', conversationId: 'c1', title: 'Talk', folderId: null },
          ...{ archived: false, role: 'assistant', model: 'alpha', createdAt: at, depth: 1 },
          ...{ ...hit, excerpt: [{ text, hit: true }] },
        },
      ],
      ...{ more: false, unsearched: null, terms: [text], indexing: null },
    }),
    'branches.locate': () => ({ conversationId: 'c1', leafId: 'm1', depth: 1 }),
    'branches.show': () => ({ leafId: 'm1' }),
  });
  await openApp(bridge, place);
  const list = within(await screen.findByRole('region', { name: 'Conversations' }));
  const field = list.getByRole('searchbox', { name: 'Search conversations and messages' });
  fireEvent.change(field, { target: { value: text } });
  const results = within(await list.findByRole('region', { name: 'Search results' }));
  fireEvent.click(await results.findByText(text));
}

const expanded = () =>
  within(screen.getByRole('log'))
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent);

it('a hit in what led to an answer opens it, and nothing else', async () => {
  await goTo('zebra', { in: 'reasoning', name: null });
  expect(await screen.findByText('The reader may mean a zebra.')).toBeTruthy();
  expect(expanded()).toHaveLength(1);
});

it('a hit in the call of a tool opens that call, and no other of the tool', async () => {
  await goTo('okapi', { in: 'tool-call', name: 'look_up' });
  await waitFor(() => expect(expanded()).toHaveLength(1));
  expect(expanded()[0]).toContain('look_up');
  expect(screen.getByRole('group', { name: 'Result' }).textContent).toContain('okapi');
  expect(screen.queryByText('The reader may mean a zebra.')).toBeNull();
});

it('a hit in the words of an answer leaves it as it is', async () => {
  await goTo('text', { in: 'content', name: null });
  await waitFor(() => expect(document.activeElement?.getAttribute('data-message')).toBe('m1'));
  expect(expanded()).toEqual([]);
});
