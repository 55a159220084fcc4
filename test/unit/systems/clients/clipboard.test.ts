import { expect, test } from 'vitest';
import { secretClipboard } from '../../../../main/systems/clients/clipboard.ts';

/** A clipboard and a clock in the test's hands. */
function hands() {
  let text = 'before';
  const due: { readonly ms: number; readonly then: () => void }[] = [];
  const clipboard = {
    readText: async () => text,
    writeText: async (next: string) => {
      text = next;
    },
  };
  const failures: unknown[] = [];
  const secrets = secretClipboard(
    clipboard,
    (cause) => failures.push(cause),
    (ms, then) => {
      const entry = { ms, then };
      due.push(entry);
      return () => due.splice(due.indexOf(entry), 1);
    },
  );
  return { secrets, due, clipboard, failures, text: () => text };
}

test('a copied secret is cleared after 60 seconds', async () => {
  const { secrets, due, text } = hands();
  expect(await secrets.copy('secret')).toBe(true);
  expect(text()).toBe('secret');
  expect(due.map(({ ms }) => ms)).toEqual([60_000]);
  due[0]?.then();
  await expect.poll(text).toBe('');
});

test('what the user has copied since stays', async () => {
  const { secrets, due, clipboard, text } = hands();
  await secrets.copy('secret');
  await clipboard.writeText('something else');
  due[0]?.then();
  await secrets.close();
  expect(text()).toBe('something else');
});

test('a second secret has its own 60 seconds', async () => {
  const { secrets, due, text } = hands();
  await secrets.copy('first');
  await secrets.copy('second');
  expect(due).toHaveLength(1);
  due[0]?.then();
  await expect.poll(text).toBe('');
});

test('closing the app takes the secret back at once', async () => {
  const { secrets, due, text } = hands();
  await secrets.copy('secret');
  await secrets.close();
  expect(text()).toBe('');
  expect(due).toEqual([]);
});

test('a host without a clipboard says so', async () => {
  const secrets = secretClipboard(null, () => undefined);
  expect(await secrets.copy('secret')).toBe(false);
});
