import { expect, test } from 'vitest';
import { confirmPage } from '../../../main/demo/identity/pages.ts';
import signIn from '../../../renderer/i18n/ja/signIn.json' with { type: 'json' };

test('the button of the Japanese page has the word by which the app calls it', () => {
  const facts = { subject: 'CN=Ada', user: 'Ada', application: 'app' };
  const [, word] = /id="kc-login"[^>]*>([^ <]+)/.exec(confirmPage('ja', facts)) ?? [];
  expect(word).toMatch(/\S/);
  for (const hint of [signIn.before.window, signIn.hints.window]) {
    expect(hint).toContain(`「${word}（Continue）」`);
  }
});
