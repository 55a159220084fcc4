// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  type Browser,
  browserOf,
  browsers,
} from '../../../../renderer/features/systems/session/BrowserSteps.tsx';
import { inputs } from '../../chat/chat-world.ts';
import { at, openSession, session, settings, signedIn } from './open.ts';

/** What only one browser's steps name. */
const own: Readonly<Record<Browser, string>> = {
  firefox: 'View Certificates',
  windows: 'wizard of Windows',
  mac: 'Keychain Access',
  linux: 'chrome://certificate-manager',
};

describe('the session', () => {
  it.each([
    [{ revoked: null, ended: null }, /^Signed out here. The provider did not confirm it/],
    [
      { revoked: true, ended: null },
      /revoked the tokens but did not confirm that its session ended/,
    ],
    [
      { revoked: true, ended: false },
      /revoked the tokens but did not confirm that its session ended/,
    ],
    [{ revoked: null, ended: true }, /The provider confirmed that its session ended/],
  ])(
    'shows who is signed in and what was not granted, signs out only after a question, and says what ended: %o',
    async (did, said) => {
      const { bridge, sheet, tell } = await openSession(signedIn);
      expect(await sheet.findByText('Taro Yamada')).toBeTruthy();
      expect(sheet.getByText('Signed in')).toBeTruthy();
      expect(sheet.getByText('Requested but not granted: files')).toBeTruthy();
      bridge.answer({
        'session.signOut': () => {
          tell(session({ cause: { code: 'signed-out-by-user', at, problem: null } }));
          return did;
        },
      });
      fireEvent.click(sheet.getByRole('button', { name: 'Sign out' }));
      const question = await screen.findByRole('alertdialog', { name: 'Sign out?' });
      expect(inputs(bridge, 'session.signOut')).toEqual([]);
      fireEvent.click(within(question).getByRole('button', { name: 'Sign out' }));
      expect(await screen.findByText(said)).toBeTruthy();
      expect(screen.getByText('You signed out.')).toBeTruthy();
      expect(screen.queryByText('Taro Yamada')).toBeNull();
    },
  );

  it('cannot begin without a Client ID, says so, and leads to where it is entered', async () => {
    const { bridge, sheet } = await openSession(
      session({ missing: ['client-id'], settings: { ...settings, clientId: null } }),
    );
    expect(
      await sheet.findByText(/No Client ID is set.*redirect URL below.*Client ID and secret/),
    ).toBeTruthy();
    expect(sheet.getByText('Redirect URL')).toBeTruthy();
    const signIn = sheet.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
    expect(signIn.disabled).toBe(true);
    fireEvent.click(sheet.getByRole('button', { name: 'Enter the Client ID' }));
    expect(await sheet.findByRole('textbox', { name: 'Client ID' })).toBeTruthy();
    expect(inputs(bridge, 'session.signIn')).toEqual([]);
  });

  it('says that requests use the certificate, and offers the token under the one switch after signing in', async () => {
    const byCertificate = { ...settings, route: 'certificate' as const };
    const { bridge, sheet, tell } = await openSession(session({ settings: byCertificate }));
    expect(await sheet.findByText(/^Requests use the certificate/)).toBeTruthy();
    tell({ ...signedIn, settings: byCertificate, askRoute: true });
    expect(await sheet.findByText(/requests still use the certificate/)).toBeTruthy();
    expect(sheet.getAllByRole('radio')).toHaveLength(3);
    bridge.answer({
      'session.updateSettings': ({ route }) => {
        const answered = { ...signedIn, settings: { ...byCertificate, route: route ?? 'token' } };
        tell(answered);
        return answered;
      },
    });
    fireEvent.click(sheet.getByRole('radio', { name: 'Both' }));
    await waitFor(() => expect(sheet.queryByText(/still use the certificate/)).toBeNull());
    expect(inputs(bridge, 'session.updateSettings')).toEqual([
      { systemId: 'alpha', route: 'token-with-certificate' },
    ]);
  });

  it('without an identity provider says so, shows the certificate, and nothing of signing in', async () => {
    const byCertificate = { ...settings, route: 'certificate' as const };
    const { sheet } = await openSession(
      session({ missing: ['identity-provider', 'client-id'], settings: byCertificate }),
      { authUrl: null, certificateId: 'c1' },
    );
    expect(await sheet.findByText(/^This system has no identity provider/)).toBeTruthy();
    expect(sheet.getByText('Authenticated by certificate')).toBeTruthy();
    expect(sheet.queryAllByRole('radio')).toEqual([]);
    const names = sheet.getAllByRole('button').map((button) => button.textContent);
    expect(names).toEqual(['', 'Show', 'Add its address']);
    fireEvent.click(sheet.getByRole('button', { name: 'Certificate: Show' }));
    await waitFor(() => expect(window.location.hash).toBe('#/certificates/c1'));
  });

  it('without an identity provider and with a token as the way, still lets the way be changed', async () => {
    const { bridge, sheet } = await openSession(
      session({ missing: ['identity-provider', 'client-id'] }),
      { authUrl: null },
    );
    bridge.answer({ 'session.updateSettings': () => session() });
    fireEvent.click(await sheet.findByRole('radio', { name: 'Certificate' }));
    await waitFor(() =>
      expect(inputs(bridge, 'session.updateSettings')).toEqual([
        { systemId: 'alpha', route: 'certificate' },
      ]),
    );
  });

  it('names the certificate to sign in with once, its owner and issuer behind a fold', async () => {
    const { sheet } = await openSession(session({ ways: ['window', 'browser'] }), {
      certificateId: 'c1',
    });
    const picker = await sheet.findByRole<HTMLSelectElement>('combobox', { name: 'Certificate' });
    expect(picker.selectedOptions[0]?.textContent).toContain('Mine');
    const labels = () => sheet.getAllByRole('term').map(({ textContent }) => textContent);
    // the button comes first, with what it does; the rest waits behind folds
    const signIn = sheet.getByRole('button', { name: 'Sign in' });
    expect(document.activeElement).toBe(signIn);
    expect(signIn.compareDocumentPosition(picker)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(sheet.queryAllByRole('term')).toEqual([]);
    fireEvent.click(sheet.getByRole('button', { name: 'Details of the sign-in' }));
    expect(labels()).toEqual(['Identity provider', 'Client ID', 'Redirect URL', 'Permissions']);
    fireEvent.click(sheet.getByRole('button', { name: 'Certificate details' }));
    expect(labels().slice(4)).toEqual(['Certificate', 'Owner', 'Issuer', 'Validity']);
    expect(sheet.getByRole('button', { name: 'Certificate: Show' })).toBeTruthy();
  });

  it('that has ended has one primary action, and the other ways behind a fold', async () => {
    const { bridge, sheet } = await openSession(
      session({
        state: 'expired',
        cause: { code: 'refresh-token-expired', at, problem: null },
        ways: ['browser', 'tab'],
      }),
    );
    bridge.answer({ 'session.signIn': () => signedIn });
    const again = await sheet.findByRole('button', { name: 'Sign in again' });
    expect(sheet.queryByRole('button', { name: 'Sign out' })).toBeNull();
    expect(sheet.queryByRole('radio', { name: /^In a tab/ })).toBeNull();
    fireEvent.click(sheet.getByRole('button', { name: 'Sign in another way' }));
    expect(sheet.getByRole('radio', { name: /^In a tab/ })).toBeTruthy();
    fireEvent.click(again);
    await waitFor(() =>
      expect(inputs(bridge, 'session.signIn')).toEqual([{ systemId: 'alpha', way: 'browser' }]),
    );
  });

  it('in a browser shows how that browser gets the certificate and the authority, and saves both', async () => {
    const { bridge, sheet } = await openSession(session(), {
      certificateId: 'c1',
      authorities: [
        {
          ...{ subject: 'CN=Alpha Root', notAfter: at, pem: 'PEM' },
          fingerprint: 'ab'.repeat(32),
        },
      ],
    });
    bridge.answer({ 'genai.exportAuthorities': () => ({ kind: 'saved', path: '/tmp/a.pem' }) });
    const show = await sheet.findByRole('button', { name: /^If your browser does not have/ });
    expect(sheet.queryByRole('button', { name: 'Save the certificate (.p12)' })).toBeNull();
    fireEvent.click(show);
    const browser = sheet.getByRole<HTMLSelectElement>('combobox', { name: 'Your browser' });
    for (const one of browsers) {
      fireEvent.change(browser, { target: { value: one } });
      expect(sheet.getByText(new RegExp(`^Save the certificate.*${own[one]}`))).toBeTruthy();
      expect(sheet.getByText(/^Save the system’s authority/)).toBeTruthy();
    }
    fireEvent.click(sheet.getByRole('button', { name: /authorities.pem/ }));
    await waitFor(() =>
      expect(inputs(bridge, 'genai.exportAuthorities')).toEqual([{ systemId: 'alpha' }]),
    );
    fireEvent.click(sheet.getByRole('button', { name: 'Save the certificate (.p12)' }));
    expect(await screen.findByRole('dialog', { name: /Mine/ })).toBeTruthy();
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'mac'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36', 'linux'],
  ])('knows the browser that it is in: %s', (agent, browser) => {
    expect(browserOf(agent)).toBe(browser);
  });

  it('says why it could not begin, and begins again', async () => {
    const { bridge, sheet, tell } = await openSession(session());
    bridge.answer({
      'session.signIn': () => {
        throw new AppError('network-timeout', { details: { host: 'id.alpha.example.org' } });
      },
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Sign in' }));
    expect((await sheet.findByRole('alert')).textContent).toContain(
      'id.alpha.example.org did not respond in time.',
    );
    bridge.answer({
      'session.signIn': () => {
        tell(signedIn);
        return signedIn;
      },
    });
    fireEvent.click(sheet.getByRole('button', { name: 'Sign in' }));
    expect(await sheet.findByText('Taro Yamada')).toBeTruthy();
    expect(inputs(bridge, 'session.signIn')).toEqual([
      { systemId: 'alpha', way: 'browser' },
      { systemId: 'alpha', way: 'browser' },
    ]);
  });

  it('opens a tab over the app’s connection, as often as it is asked to, each time by another address', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => open.mockRestore());
    const { bridge, sheet, tell } = await openSession(session({ ways: ['browser', 'tab'] }), {
      certificateId: 'c1',
    });
    const waiting = session({
      state: 'authorizing',
      ways: ['tab', 'browser'],
      attempt: {
        id: 'a1',
        way: 'tab',
        phase: 'waiting',
        ...{ startedAt: at, deadline: at, authorizeUrl: null, opened: false },
        ...{ redirectUrl: 'http://127.0.0.1/oauth/callback', certificateRequest: null },
      },
    });
    let number = 0;
    bridge.answer({
      'session.signIn': () => {
        tell(waiting);
        return waiting;
      },
      'session.openTab': () => {
        number += 1;
        return { path: `/sign-in/${number}` };
      },
    });
    fireEvent.click(await sheet.findByRole('radio', { name: /^In a tab/ }));
    expect(sheet.queryByText(/^If your browser does not have/)).toBeNull();
    expect(sheet.getByRole<HTMLSelectElement>('combobox', { name: 'Certificate' }).value).toBe(
      'c1',
    );
    fireEvent.click(sheet.getByRole('button', { name: 'Sign in' }));
    expect(await sheet.findByText('Continue in the tab that opened.')).toBeTruthy();
    fireEvent.click(sheet.getByRole('button', { name: 'Open the provider’s page' }));
    await waitFor(() =>
      expect(open.mock.calls.map(([path]) => path)).toEqual(['/sign-in/1', '/sign-in/2']),
    );
    expect(inputs(bridge, 'session.signIn')).toEqual([
      { systemId: 'alpha', way: 'tab', certificateId: 'c1' },
    ]);
  });
});
