import { test } from 'vitest';
import { firstSteps } from './first-steps.ts';
import { startWebkit, webkit } from './webkit.ts';

test.for(['en', 'ja'] as const)(
  'the first steps in WebKitGTK in %s: the demo, its machines, a question, a reload',
  async (language, { skip }) => {
    if ('missing' in webkit) skip(webkit.missing);
    await firstSteps('webkit', startWebkit, language, 'settings');
  },
);
