// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PolicyState } from '../../../preload/contract/settings/policy.ts';
import { openApp } from '../app.tsx';
import { createWorld, noPolicy, system } from '../world.ts';

const place = '/etc/compute-desk/policy.json';
const followed: PolicyState = {
  ...noPolicy,
  sources: [{ kind: 'folder', place, problem: null }],
  locks: [
    { lock: 'noKeptTokens', places: [place], later: false },
    { lock: 'noApiConsole', places: [place], later: true },
    { lock: 'keychainRequired', places: [place], later: false },
  ],
  proxy: { kind: 'manual', address: 'http://proxy.site:3128', except: '', place },
  texts: { en: 'Help desk: extension 1234.', ja: null },
  systems: [{ name: 'Centre', place }],
};

describe('a site’s policy', () => {
  it('is listed in Settings with where each part comes from', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    bridge.answer({ 'policy.snapshot': () => followed });
    await openApp(bridge, '#/settings/about');
    const locks = await screen.findByRole('list', { name: 'Locked' });
    const [tokens, console_] = within(locks).getAllByRole('listitem');
    expect(tokens?.textContent).toBe(
      `Session tokens stay in memory only. You sign in again after each start.from ${place}`,
    );
    expect(console_?.textContent).toContain('no effect in this version');
    expect(screen.getByText('http://proxy.site:3128')).toBeTruthy();
    expect(screen.getByText('Help desk: extension 1234.')).toBeTruthy();
    expect(screen.queryByText(/could not be applied/)).toBeNull();
  });

  it('marks what it has fixed, and offers no way to change it', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    bridge.answer({ 'policy.snapshot': () => followed });
    await openApp(bridge, '#/settings/secrets');
    const instead = await screen.findByRole('button', { name: 'Use a passphrase instead…' });
    expect(instead.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('Set by your operator’s policy.')).toBeTruthy();
  });

  it('that is broken is said on every screen, and in Settings with its field', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    const problem = {
      ...({ code: 'shape', where: 'locks.noproxy', fault: 'field-unknown' } as const),
      ...{ line: 5, column: null },
    };
    bridge.answer({
      'policy.snapshot': () => ({ ...followed, sources: [{ kind: 'folder', place, problem }] }),
    });
    await openApp(bridge, '#/settings/about');
    expect(
      await screen.findByText(`Your operator’s policy could not be applied: ${place}`),
    ).toBeTruthy();
    expect(await screen.findByText('Line 5, field locks.noproxy: Unknown field.')).toBeTruthy();
  });

  it('that nobody could look for is said in Settings, and on no other screen', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    const key = 'HKLM\\Software\\Policies\\Compute Desk';
    const problem = {
      ...({ code: 'blocked', where: 'HKLM\\Software', fault: null } as const),
      ...{ line: null, column: null },
    };
    bridge.answer({
      'policy.snapshot': () => ({
        ...noPolicy,
        sources: [{ kind: 'computer-registry', place: key, problem }],
      }),
    });
    await openApp(bridge, '#/settings/about');
    expect(await screen.findByText(/^The app could not read any policy/)).toBeTruthy();
    expect(screen.queryByText(/could not be applied/)).toBeNull();
  });

  it('all that are broken are explained on the first page, with file, place and reason', async () => {
    const { bridge } = createWorld();
    const sources: PolicyState['sources'] = [
      {
        kind: 'folder',
        place,
        problem: { code: 'not-json', where: '', fault: 'json-comma', line: 15, column: 4 },
      },
      {
        kind: 'beside',
        place: '/app/policy.json',
        problem: { code: 'owner', where: '', fault: null, line: null, column: null },
      },
    ];
    bridge.answer({ 'policy.snapshot': () => ({ ...followed, sources }) });
    await openApp(bridge, '');
    expect(
      await screen.findByText(`Your operator’s policy could not be applied: ${place}`),
    ).toBeTruthy();
    expect(
      await screen.findByText('Line 15, column 4: There is one comma too many. Remove it.'),
    ).toBeTruthy();
    expect(screen.getByText(/applied: \/app\/policy\.json/)).toBeTruthy();
    expect(await screen.findByText(/belongs to someone who is not an administrator/)).toBeTruthy();
    expect(screen.getByText(/until the policy is corrected and the app restarted/)).toBeTruthy();
  });

  it('offers its systems on the first page, and a press fills the form', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'policy.snapshot': () => followed,
      'policy.system': () => ({
        ...{ name: 'Centre', webApiUrl: 'https://api.example.org', authUrl: null, genaiUrl: null },
        ...{ authorities: [], route: null, reasoningBack: null },
        ...{ portal: { keysUrl: null, usageUrl: null }, texts: { en: null, ja: null } },
      }),
    });
    await openApp(bridge, '');
    expect(await screen.findByText('Help desk: extension 1234.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Connect to Centre' }));
    expect(await screen.findByDisplayValue('https://api.example.org')).toBeTruthy();
  });
});
