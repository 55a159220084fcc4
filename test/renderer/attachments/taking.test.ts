// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { takeIn } from '../../../renderer/attachments/taking/take.ts';
import { createClient } from '../../../renderer/client/index.ts';
import { createWorld } from '../world.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const bomb = Buffer.from(pixel);
bomb.writeUInt32BE(60_000, 16);
bomb.writeUInt32BE(60_000, 20);

test.each([
  ['one that is cut off', pixel.subarray(0, 40)],
  ['one of 3,600,000,000 pixels', bomb],
])('an image is refused before anything is stored or drawn: %s', async (_what, bytes) => {
  const { bridge } = createWorld();
  const file = new File([new Uint8Array(bytes)], 'a.png');
  // jsdom's files have no bytes to ask for
  Object.defineProperty(file, 'arrayBuffer', {
    value: async () => new Uint8Array(bytes).buffer,
  });
  const taking = takeIn(
    { file, name: 'a.png' },
    {
      client: createClient(bridge),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
  await expect(taking).rejects.toMatchObject({
    code: 'image-unreadable',
    details: { name: 'a.png' },
  });
});
