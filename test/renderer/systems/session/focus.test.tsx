// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Attempt } from '../../../../preload/contract/systems/session.ts';
import { inputs } from '../../chat/chat-world.ts';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { at, openSession, session, signedIn } from './open.ts';

const certificateRequest: NonNullable<Attempt['certificateRequest']> = {
  id: 'r1',
  host: 'id.alpha.example.org',
  certificates: [
    {
      fingerprint: 'ab'.repeat(32),
      subject: 'CN=Taro Yamada',
      issuer: 'CN=Alpha Root',
      ...{ notBefore: at, notAfter: '2027-01-01T00:00:00.000Z' },
    },
  ],
};

const authorizing = (change: Partial<Attempt> = {}) =>
  session({
    state: 'authorizing',
    attempt: {
      id: 'a1',
      way: 'browser',
      phase: 'waiting',
      ...{ startedAt: at, deadline: at, authorizeUrl: null, opened: true },
      ...{ redirectUrl: 'http://127.0.0.1/oauth/callback', certificateRequest: null },
      ...change,
    },
  });
const failed = session({
  state: 'signed-out',
  cause: { code: 'attempt-ended', at, problem: null },
});

/** The sheet with the focus on its button, which is pressed by keys. */
async function begin(answered: ReturnType<typeof session>) {
  const opened = await openSession(session({ ways: ['browser', 'tab'] }));
  const { bridge, sheet, tell } = opened;
  bridge.answer({
    'session.signIn': () => {
      tell(answered);
      return answered;
    },
    'session.cancel': () => {
      tell(session());
      return session();
    },
  });
  const button = (name: string) => sheet.queryByRole('button', { name });
  await sheet.findByRole('button', { name: 'Sign in' });
  pressEnter(sheet.getByRole('button', { name: 'Sign in' }));
  return { ...opened, button };
}

test('a sign-in keeps the focus on what can be done: to cancel it, and to begin it again', async () => {
  const { bridge, tell, button } = await begin(authorizing());
  await expectFocus(() => button('Cancel signing in'));
  expect(inputs(bridge, 'session.cancel')).toEqual([]);
  tell(authorizing({ phase: 'exchanging' }));
  await expectFocus(() => button('Cancel signing in'));
  tell(failed);
  await expectFocus(() => button('Sign in'));
  pressEnter(button('Sign in') as HTMLElement);
  await expectFocus(() => button('Cancel signing in'));
  pressEnter(button('Cancel signing in') as HTMLElement);
  await expectFocus(() => button('Sign in'));
});

test('an Enter that is held does not cancel the sign-in that it began', async () => {
  const { bridge, sheet, tell } = await openSession(session());
  bridge.answer({
    'session.signIn': () => {
      tell(authorizing());
      return authorizing();
    },
  });
  const signIn = await sheet.findByRole('button', { name: 'Sign in' });
  signIn.focus();
  fireEvent.keyDown(signIn, { key: 'Enter' });
  fireEvent.click(signIn);
  const cancel = await sheet.findByRole('button', { name: 'Cancel signing in' });
  // the key's repetitions go to what has the focus
  for (const _ of [1, 2, 3]) {
    const active = document.activeElement ?? document.body;
    fireEvent.keyDown(active, { key: 'Enter', repeat: true });
    await act(async () => void fireEvent.click(active));
  }
  expect(inputs(bridge, 'session.cancel')).toEqual([]);
  fireEvent.keyUp(document.activeElement ?? document.body, { key: 'Enter' });
  await expectFocus(() => cancel);
});

test('the choice of a certificate gives the focus back to the sheet, however the sign-in goes on', async () => {
  const { bridge, button, tell } = await begin(authorizing({ certificateRequest }));
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Choose a certificate' }));
  bridge.answer({ 'session.chooseCertificate': () => undefined });
  pressEnter((await question()).getByRole('button', { name: 'None of them' }));
  tell(authorizing({ phase: 'exchanging' }));
  await expectFocus(() => button('Cancel signing in'));

  tell(authorizing({ certificateRequest: { ...certificateRequest, id: 'r2' } }));
  fireEvent.keyDown((await question()).getByRole('radio'), { key: 'Escape' });
  tell(failed);
  await expectFocus(() => button('Sign in'));
});

test('a sign-in that succeeds leaves the focus in the sheet', async () => {
  const { sheet, tell } = await begin(authorizing());
  await expectFocus(() => sheet.queryByRole('button', { name: 'Cancel signing in' }));
  tell({ ...signedIn, askRoute: true });
  await sheet.findByText('Taro Yamada');
  await expectFocus(() => sheet.getByRole('radio', { checked: true }));
});
