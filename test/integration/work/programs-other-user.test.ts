import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import {
  openPlace,
  openToOthers,
  startAsOther,
  whyNoOtherUser,
} from '../../support/processes/another-user.ts';
import { programsWorld, send } from '../../support/work/programs-world.ts';

const alone = whyNoOtherUser(process.execPath);
if (alone !== null) console.log(`skipped: another user at the listener; ${alone}`);

test.skipIf(alone !== null)(
  'another user of the computer reaches the port, and gets neither an answer nor a key',
  async () => {
    const place = openPlace(testFolder());
    const folder = join(place, 'data');
    mkdirSync(folder);
    const { address, add, genai, asked, call } = await programsWorld({}, folder);
    const { headers } = await add({ paths: ['v1', 'mcp', 'web-api'] });
    expect((await send(`${address}/v1/models`, { headers })).status).toBe(200);
    const before = [genai.requests.length, asked.length];
    const addresses = ['/', '/v1/models', '/mcp', '/web-api/jobs'].map((path) => address + path);
    const { stdout } = startAsOther('try-to-call.ts', ...addresses);
    expect(JSON.parse(await text(stdout))).toEqual(Array.from({ length: 8 }, () => 401));
    expect([genai.requests.length, asked.length]).toEqual(before);
    expect(await call('programCalls.snapshot', undefined)).toHaveLength(1);
    // The port, the hashes of keys and what was called are in files that are the user's alone.
    expect(openToOthers(folder, join(place, 'control'))).toEqual([]);
  },
);
