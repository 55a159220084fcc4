// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, place } from '../chat-world.ts';

const megabyte = 'line of a log\n'.repeat(75_000);
const keys = 10;

it('a key in a megabyte writes nothing of it into the page, and sends nothing of it', async () => {
  const { bridge } = chatWorld({ branch: [] });
  await openApp(bridge, place);
  const field = await composer();
  fireEvent.change(field, { target: { value: megabyte } });
  const sent = () =>
    (['drafts.set', 'requests.check'] as const).flatMap((name) => inputs(bridge, name));
  const before = sent().length;
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(field, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  for (let key = 1; key <= keys; key += 1) {
    fireEvent.change(field, { target: { value: megabyte + 'a'.repeat(key) } });
  }
  changes.push(...observer.takeRecords());
  observer.disconnect();
  expect(changes.length).toBe(0);
  expect(sent().length).toBe(before);
  expect(field.value).toBe(megabyte + 'a'.repeat(keys));
});

it('the height of a field with a long text is not told by its text', async () => {
  const { bridge } = chatWorld({ branch: [] });
  await openApp(bridge, place);
  const field = await composer();
  const grows = () => field.classList.contains('field-sizing-content');
  fireEvent.change(field, { target: { value: 'one line' } });
  expect(grows()).toBe(true);
  fireEvent.change(field, { target: { value: megabyte } });
  expect(grows()).toBe(false);
  fireEvent.change(field, { target: { value: '' } });
  expect(grows()).toBe(true);
});
