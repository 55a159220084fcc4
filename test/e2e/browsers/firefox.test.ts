import { test } from 'vitest';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { firstSteps } from './first-steps.ts';

test.for(['en', 'ja'] as const)(
  'the first steps in Firefox in %s: the demo, its machines, a question, a reload',
  async (language, { skip }) => {
    skip(firefoxProgram === undefined, 'no Firefox on this machine');
    await firstSteps('firefox', startFirefox, language);
  },
);
