import { expect, test } from 'vitest';
import { confirmPage } from '../../../main/demo/identity/pages.ts';
import session from '../../../renderer/i18n/ja/session.json' with { type: 'json' };

test('the button of the Japanese page has the word by which the app calls it', () => {
  const facts = { subject: 'CN=Ada', user: 'Ada', application: 'app' };
  const [, word] = /id="kc-login"[^>]*>([^ <]+)/.exec(confirmPage('ja', facts)) ?? [];
  expect(word).toMatch(/\S/);
  for (const hint of [session.before.window, session.hints.window]) {
    expect(hint).toContain(`「${word}（Continue）」`);
  }
});
