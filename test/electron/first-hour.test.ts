import { inject, test } from 'vitest';
import { looksIn } from '../e2e/support/looks.ts';
import { patience } from '../support/patience.ts';
import { hourWithDemo } from '../tour/first-hour.ts';
import { hourInElectron } from './support/first-hour.ts';

// Chromium takes it in Japanese in every run.
test.each(looksIn('en'))(
  'the first hour with the demo alone, in $language: machines, signing in, chat, elsewhere, doctor',
  { timeout: patience(180_000) },
  async (look) => {
    console.log(`the first hour on Electron ${inject('runtime').version}`);
    await hourWithDemo(await hourInElectron({ look, folder: 'first-hour' }));
  },
);
