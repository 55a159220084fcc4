import { expect, test } from 'vitest';
import { readPiece } from '../../../main/work/operations/index.ts';
import type { FileOperations, FileStreams } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Files of an API that sends parts, as this says. */
const filesThat = (read: FileStreams['read']) =>
  ({ streams: { read } }) as unknown as FileOperations;

test('an empty file whose API says that nothing lies at its beginning is read once', async () => {
  let asked = 0;
  const files = filesThat(async () => {
    asked += 1;
    throw new AppError('http-status', { details: { host: 'x', status: 416 } });
  });
  const nothing = { from: 0, bytes: new Uint8Array(), size: 0 };
  expect(await readPiece(files, 'm', '/out', { from: 0, most: 10 })).toEqual(nothing);
  expect(asked).toBe(1);
  // what lay there may be a file that was written anew
  expect(await readPiece(files, 'm', '/out', { from: 7, most: 10 })).toEqual(nothing);
  expect(asked).toBe(3);
  expect(await readPiece(files, 'm', '/out', { last: 10 })).toEqual(nothing);
});

test.each([{ from: 3, most: 10 }, { last: 10 }])(
  'a part that does not say where it lies is no answer (%o)',
  async (wanted) => {
    const files = filesThat(async (_machine, _path, begin) => {
      const take = await begin({ from: Number.NaN, size: 5, mark: null });
      await take(Buffer.from('hello'));
    });
    await expect(readPiece(files, 'm', '/out', wanted)).rejects.toMatchObject({
      code: 'answer-shape',
    });
  },
);
