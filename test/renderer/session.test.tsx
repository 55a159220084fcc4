// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import {
  type Session,
  type SignInSettings,
  sessionShape,
  type TokenFacts,
} from '../../preload/contract/session.ts';
import type { System } from '../../preload/contract/systems.ts';
import {
  type Browser,
  browserOf,
  browsers,
} from '../../renderer/features/session/BrowserSteps.tsx';
import { fromPalette, openApp } from './app.tsx';
import { inputs } from './chat-world.ts';
import { certificate, createWorld, system } from './world.ts';

/** What only one browser's steps name. */
const own: Readonly<Record<Browser, string>> = {
  firefox: 'View Certificates',
  windows: 'wizard of Windows',
  mac: 'Keychain Access',
  linux: 'chrome://certificate-manager',
};

const at = '2026-01-01T00:00:00.000Z';
const settings: SignInSettings = {
  clientId: 'desk',
  hasClientSecret: false,
  extraScopes: ['profile'],
  redirectUrl: 'http://127.0.0.1/callback',
  browserRedirect: 'loopback',
  loopbackPort: null,
  route: 'token',
  presentation: { header: 'Authorization', scheme: 'Bearer' },
  idTokenRequired: false,
  keepTokens: true,
  realmPath: '/auth/realms/op',
};
const tokens: TokenFacts = {
  receivedAt: at,
  tokenType: 'Bearer',
  expiresIn: 300,
  expiresAt: null,
  refresh: 'offline',
  refreshExpiresIn: 0,
  refreshExpiresAt: null,
  notBeforePolicy: null,
  notBefore: null,
  sessionState: null,
  scope: ['openid', 'jobs'],
  scopeMissing: ['files'],
  idToken: null,
  certificateBound: false,
  kept: 'memory',
};

const session = (change: Partial<Session> = {}): Session =>
  sessionShape.parse({
    systemId: 'alpha',
    state: 'signed-out',
    cause: { code: 'never-signed-in', at, problem: null },
    who: null,
    tokens: null,
    refreshAt: null,
    clockSkew: null,
    attempt: null,
    missing: [],
    ways: ['browser'],
    redirectUrls: {
      window: settings.redirectUrl,
      tab: settings.redirectUrl,
      browser: settings.redirectUrl,
    },
    askRoute: false,
    settings,
    ...change,
  });
const signedIn = session({
  state: 'active',
  cause: { code: 'signed-in', at, problem: null },
  who: { subject: 's1', name: 'Taro Yamada' },
  tokens,
});

/** The session's sheet of a system whose main says so; `tell` says something else. */
async function openSession(first: Session, change: Partial<System> = {}) {
  let state = first;
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha', { authUrl: 'https://id.alpha.example.org', ...change })],
    certificates: [certificate('c1', 'Mine')],
  });
  bridge.answer({ 'session.snapshot': () => state });
  await openApp(bridge, '#/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await fromPalette('session', /^Session/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Session' }));
  const tell = (next: Session) => {
    state = next;
    act(() => bridge.emit('session.changed', state));
  };
  return { bridge, sheet, tell, state: () => state };
}

describe('the session', () => {
  it.each([
    [{ revoked: null, ended: null }, /^Signed out here. The provider did not confirm it/],
    [{ revoked: true, ended: null }, /withdrew the tokens, but did not say whether its session/],
    [{ revoked: true, ended: false }, /withdrew the tokens, but did not say whether its session/],
    [{ revoked: null, ended: true }, /the provider says that its session is over/],
  ])(
    'shows who is signed in and what was not granted, signs out only after a question, and says what ended: %o',
    async (did, said) => {
      const { bridge, sheet, tell } = await openSession(signedIn);
      expect(await sheet.findByText('Taro Yamada')).toBeTruthy();
      expect(sheet.getByText('Signed in')).toBeTruthy();
      expect(sheet.getByText('Asked for but not granted: files')).toBeTruthy();
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
    expect(await sheet.findByText(/No Client ID is set/)).toBeTruthy();
    const signIn = sheet.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
    expect(signIn.disabled).toBe(true);
    fireEvent.click(sheet.getByRole('button', { name: 'Enter the Client ID' }));
    expect(await sheet.findByRole('textbox', { name: 'Client ID' })).toBeTruthy();
    expect(inputs(bridge, 'session.signIn')).toEqual([]);
  });

  it('says that calls go by certificate, offers the token there, and asks once after signing in', async () => {
    const byCertificate = { ...settings, route: 'certificate' as const };
    const { bridge, sheet, tell } = await openSession(session({ settings: byCertificate }));
    expect(await sheet.findByText(/^Calls to the Web API go by certificate/)).toBeTruthy();
    expect(sheet.getByRole('button', { name: 'Use the token' })).toBeTruthy();
    expect(sheet.queryByRole('button', { name: 'Stay with the certificate' })).toBeNull();
    tell({ ...signedIn, settings: byCertificate, askRoute: true });
    expect(await sheet.findByText(/calls to the Web API still go by certificate/)).toBeTruthy();
    bridge.answer({
      'session.updateSettings': ({ route }) => {
        const answered = { ...signedIn, settings: { ...byCertificate, route: route ?? 'token' } };
        tell(answered);
        return answered;
      },
    });
    fireEvent.click(sheet.getByRole('button', { name: 'Use both' }));
    await waitFor(() => expect(sheet.queryByText(/still go by certificate/)).toBeNull());
    expect(inputs(bridge, 'session.updateSettings')).toEqual([
      { systemId: 'alpha', route: 'token-with-certificate' },
    ]);
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
      'id.alpha.example.org did not answer in time.',
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
    expect(await sheet.findByText('Go on in the tab that opened.')).toBeTruthy();
    fireEvent.click(sheet.getByRole('button', { name: 'Open the provider’s page' }));
    await waitFor(() =>
      expect(open.mock.calls.map(([path]) => path)).toEqual(['/sign-in/1', '/sign-in/2']),
    );
    expect(inputs(bridge, 'session.signIn')).toEqual([
      { systemId: 'alpha', way: 'tab', certificateId: 'c1' },
    ]);
  });
});

describe('the sign-in settings', () => {
  const openSettings = async (first = session()) => {
    const opened = await openSession(first);
    const { bridge, sheet, tell, state } = opened;
    bridge.answer({
      'session.updateSettings': ({ systemId: _, clientSecret, ...change }) => {
        const hasClientSecret = clientSecret !== undefined || state().settings.hasClientSecret;
        tell(
          session({
            ...state(),
            settings: { ...state().settings, ...change, hasClientSecret } as SignInSettings,
          }),
        );
        return state();
      },
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Sign-in settings' }));
    const type = (name: string, value: string) =>
      fireEvent.change(sheet.getByLabelText(name, { selector: 'input' }), { target: { value } });
    const save = () => fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
    return { ...opened, type, save };
  };

  it('take a secret, tell that one is kept, and show it no more', async () => {
    const { bridge, sheet, type, save } = await openSettings();
    type('Client secret', 'not for the page');
    save();
    expect(await screen.findByText('Saved the sign-in settings.')).toBeTruthy();
    expect(inputs(bridge, 'session.updateSettings')).toEqual([
      { systemId: 'alpha', clientSecret: 'not for the page' },
    ]);
    const field = sheet.getByLabelText<HTMLInputElement>('Client secret', { selector: 'input' });
    expect(field.value).toBe('');
    expect(sheet.getByText(/A secret is kept sealed/)).toBeTruthy();
    expect(document.body.outerHTML).not.toContain('not for the page');
  });

  it('keep what was typed when main refuses it', async () => {
    const { bridge, sheet, type, save } = await openSettings();
    bridge.answer({
      'session.updateSettings': () => {
        throw new AppError('sign-in-settings-invalid', { details: { field: 'redirectUrl' } });
      },
    });
    type('Client ID', 'another');
    save();
    expect(await sheet.findByRole('alert')).toBeTruthy();
    const field = sheet.getByLabelText<HTMLInputElement>('Client ID', { selector: 'input' });
    expect(field.value).toBe('another');
  });

  it('send what was changed here alone: what another window changed meanwhile stays, and is shown', async () => {
    const { bridge, sheet, tell, type, save, state } = await openSettings();
    type('Client ID', 'another');
    const elsewhere = { ...settings, extraScopes: ['jobs'], keepTokens: false };
    tell(session({ settings: elsewhere }));
    const scopes = sheet.getByLabelText<HTMLInputElement>(/^More permissions/);
    const shown = scopes.value;
    save();
    expect(await screen.findByText('Saved the sign-in settings.')).toBeTruthy();
    expect(inputs(bridge, 'session.updateSettings')).toEqual([
      { systemId: 'alpha', clientId: 'another' },
    ]);
    expect(state().settings).toEqual({ ...elsewhere, clientId: 'another' });
    expect(shown).toBe('jobs');
  });

  it.each(['a b', 'my.client', 'ä', 'バッチ', 'a/b'])(
    'refuse %s as a Client ID before anybody is asked, and take it put right',
    async (wrong) => {
      const { bridge, sheet, type, save } = await openSettings();
      type('Client ID', wrong);
      expect(await sheet.findByText('Only letters, digits, underscore and hyphen.')).toBeTruthy();
      save();
      expect(inputs(bridge, 'session.updateSettings')).toEqual([]);
      type('Client ID', ' Batch_7-a ');
      expect(sheet.queryByText('Only letters, digits, underscore and hyphen.')).toBeNull();
      save();
      expect(await screen.findByText('Saved the sign-in settings.')).toBeTruthy();
      expect(inputs(bridge, 'session.updateSettings')).toEqual([
        { systemId: 'alpha', clientId: 'Batch_7-a' },
      ]);
    },
  );

  it('refuse a port that is none before anybody is asked', async () => {
    const { bridge, sheet, type, save } = await openSettings();
    fireEvent.change(sheet.getByLabelText(/^Port on this computer/), { target: { value: '80' } });
    expect(await sheet.findByText('A number from 1024 to 65535.')).toBeTruthy();
    type('Client ID', 'another');
    save();
    expect(inputs(bridge, 'session.updateSettings')).toEqual([]);
  });
});
