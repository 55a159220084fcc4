import { describe, test } from 'vitest';
import { firstSteps } from './first-steps.ts';
import { findJapanese, openDemo, setLook, stopAnswer } from './further-steps.ts';
import { startWebkit, webkit } from './webkit.ts';

test.for(['en', 'ja'] as const)(
  'the first steps in WebKitGTK in %s: the demo, its machines, a question, a reload',
  async (language, { skip }) => {
    if ('missing' in webkit) skip(webkit.missing);
    await firstSteps('webkit', startWebkit, language, 'settings');
  },
);

if ('missing' in webkit) console.log(`skipped: more of the tour in WebKitGTK (${webkit.missing})`);

describe.skipIf('missing' in webkit)('in WebKitGTK', () => {
  const open = (folder: string, language: 'en' | 'ja') =>
    openDemo(startWebkit, { folder: `webkit-${folder}`, language, by: 'settings' });

  test('an answer streams, is stopped, and what came of it stays', async () => {
    await stopAnswer(await open('chat', 'en'));
  });

  test('Japanese words are found in messages', async () => {
    await findJapanese(await open('search', 'ja'));
  });

  test('language and look are what Settings say', async () => {
    await setLook(await open('look', 'en'));
  });
});
