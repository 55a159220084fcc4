import { afterEach, expect, test, vi } from 'vitest';
import { createPending, type PendingFile } from '../../../../main/systems/certificates/pending.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Only what `createPending` looks at. */
function pendingFile(): PendingFile {
  const bytes = Uint8Array.of(4, 5, 6);
  const contents = { key: Uint8Array.of(1, 2, 3) } as PendingFile['contents'];
  return { fileName: 'a.pem', source: { bytes, passphrase: null }, contents };
}

test('a key that nobody keeps is overwritten after ten minutes', () => {
  vi.useFakeTimers();
  const pending = createPending();
  const file = pendingFile();
  const readId = pending.add(file);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(pending.get(readId)).toBe(file);
  vi.advanceTimersByTime(1);
  expect(() => pending.get(readId)).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect([...file.contents.key]).toEqual([0, 0, 0]);
  expect([...(file.source?.bytes ?? [])]).toEqual([0, 0, 0]);
});

test('choosing another key of a file starts its ten minutes anew', () => {
  vi.useFakeTimers();
  const pending = createPending();
  const readId = pending.add(pendingFile());
  vi.advanceTimersByTime(9 * 60_000);
  const other = pendingFile();
  expect(pending.add(other, readId)).toBe(readId);
  vi.advanceTimersByTime(9 * 60_000);
  expect(pending.get(readId)).toBe(other);
});

test('all are overwritten in the end', () => {
  const pending = createPending();
  const files = [pendingFile(), pendingFile()];
  for (const file of files) pending.add(file);
  pending.clear();
  expect(files.flatMap(({ contents }) => [...contents.key])).toEqual([0, 0, 0, 0, 0, 0]);
});
