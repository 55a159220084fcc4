// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConnectionChoices } from '../../../preload/contract/systems/connections.ts';
import type {
  DoctorStep,
  Examination,
  FoundIssuer,
  PinOutcome,
} from '../../../preload/contract/systems/doctor.ts';
import { fromPalette, openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const hex = 'ab'.repeat(32);
const spoken = (hex.toUpperCase().match(/../g) ?? []).join(':');
const authority = {
  ...{ subject: 'CN=Example Issuing CA,O=Example', notAfter: '2030-01-01T00:00:00.000Z' },
  ...{ fingerprint: hex, pem: '' },
};
const undecided: ConnectionChoices = {
  ...{ systemId: 'alpha', pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] },
};

function connectionsWorld(choices: ConnectionChoices = undecided) {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  bridge.answer({
    'connections.snapshot': () => choices,
    'connections.setProxy': () => undefined,
    'connections.removePin': () => undefined,
    'connections.removeIntermediate': () => undefined,
    'connections.removeTls12': () => undefined,
  });
  const called = (name: string) => bridge.calls.filter((one) => one.name === name);
  return { bridge, called };
}

test('a system’s proxy is entered with its user, and its password is told once and not shown again', async () => {
  const { bridge, called } = connectionsWorld();
  await openApp(bridge, '#/systems/alpha');
  const section = within(await screen.findByRole('region', { name: 'Connection' }));
  fireEvent.click(await section.findByRole('radio', { name: 'None' }));
  await waitFor(() => expect(called('connections.setProxy')).toHaveLength(1));
  fireEvent.click(section.getByRole('radio', { name: 'Manual' }));
  const type = (label: RegExp, value: string) =>
    fireEvent.change(section.getByLabelText(label), { target: { value } });
  type(/^Address of the proxy/, ' proxy.example.org:3128 ');
  type(/^User name/, 'desk');
  type(/^Password/, 'hush-hush');
  type(/^Hosts without the proxy/, 'intra.example.org');
  fireEvent.click(section.getByRole('button', { name: 'Save the proxy' }));
  await waitFor(() => expect(called('connections.setProxy')).toHaveLength(2));
  expect(called('connections.setProxy').map(({ input }) => input)).toEqual([
    { systemId: 'alpha', proxy: { kind: 'none' } },
    {
      systemId: 'alpha',
      proxy: {
        ...{ kind: 'manual', address: 'proxy.example.org:3128', user: 'desk' },
        ...{ password: 'hush-hush', except: 'intra.example.org' },
      },
    },
  ]);
  await waitFor(() => expect(section.getByLabelText<HTMLInputElement>(/^Password/).value).toBe(''));
});

test('a server that is reached with TLS 1.2 is shown, and TLS 1.3 is tried again at a press', async () => {
  const tls12 = [{ host: 'api.example.org:443', since: '2026-11-27T00:00:00.000Z' }];
  const { bridge, called } = connectionsWorld({ ...undecided, tls12 });
  await openApp(bridge, '#/systems/alpha');
  const section = within(await screen.findByRole('region', { name: 'Connection' }));
  const list = await section.findByRole('list', { name: 'Servers reached with TLS 1.2' });
  expect(list.textContent).toContain('api.example.org:443');
  const name = 'Try TLS 1.3 again for api.example.org:443';
  fireEvent.click(within(list).getByRole('button', { name }));
  await waitFor(() => expect(called('connections.removeTls12')).toHaveLength(1));
  expect(called('connections.removeTls12')[0]?.input).toEqual({
    ...{ systemId: 'alpha', host: 'api.example.org:443' },
  });
});

test('credentials that were typed into the address are shown in it no more once they are kept', async () => {
  const { bridge, called } = connectionsWorld();
  await openApp(bridge, '#/systems/alpha');
  const section = within(await screen.findByRole('region', { name: 'Connection' }));
  fireEvent.click(await section.findByRole('radio', { name: 'Manual' }));
  const field = (label: RegExp) => section.getByLabelText<HTMLInputElement>(label);
  const typed = 'DOM\\desk:hush-hush@proxy.example.org:3128';
  fireEvent.change(field(/^Address of the proxy/), { target: { value: typed } });
  fireEvent.click(section.getByRole('button', { name: 'Save the proxy' }));
  await waitFor(() => expect(called('connections.setProxy')).toHaveLength(1));
  const proxy: ConnectionChoices['proxy'] = {
    ...{ kind: 'manual', address: 'http://proxy.example.org:3128', user: 'DOM\\desk' },
    ...{ except: '', hasPassword: true },
  };
  act(() => bridge.emit('connections.changed', { ...undecided, proxy }));
  await waitFor(() =>
    expect(field(/^Address of the proxy/).value).toBe('http://proxy.example.org:3128'),
  );
  expect(field(/^User name/).value).toBe('DOM\\desk');
  expect(called('connections.setProxy')[0]?.input).toMatchObject({ proxy: { address: typed } });
});

test('what was pinned and kept is listed where the system is edited, and removed there', async () => {
  const { bridge, called } = connectionsWorld({
    ...undecided,
    pins: [
      {
        ...{ ...authority, subject: 'CN=api.alpha.example.org' },
        ...{ host: 'api.alpha.example.org:8443', pinnedAt: '2026-01-01T00:00:00.000Z' },
      },
    ],
    intermediates: [authority],
  });
  await openApp(bridge, '#/systems/alpha');
  const section = within(await screen.findByRole('region', { name: 'Connection' }));
  expect(await section.findByText('api.alpha.example.org:8443')).toBeTruthy();
  fireEvent.click(
    section.getByRole('button', {
      name: 'Stop trusting api.alpha.example.org at api.alpha.example.org:8443',
    }),
  );
  fireEvent.click(section.getByRole('button', { name: 'Remove Example Issuing CA' }));
  await waitFor(() => expect(called('connections.removeIntermediate')).toHaveLength(1));
  expect(called('connections.removePin')[0]?.input).toEqual({
    ...{ systemId: 'alpha', host: 'api.alpha.example.org:8443', fingerprint: hex },
  });
});

const trust = (code: 'trust-self-signed' | 'trust-incomplete'): DoctorStep => ({
  ...{ id: 'trust', state: 'bad', time: 5 },
  verdict: { kind: 'trouble', code, values: { issuer: 'CN=Example Issuing CA' } },
  facts: [
    { name: 'fingerprint', values: [spoken] },
    { name: 'caIssuers', values: ['http://ca.example.org/issuing.cer'] },
  ],
});

async function decidingWorld(
  code: 'trust-self-signed' | 'trust-incomplete',
  answers: { readonly pin?: PinOutcome; readonly issuer?: FoundIssuer },
) {
  const world = connectionsWorld();
  const { bridge } = world;
  const examination: Examination = {
    ...{ systemId: 'alpha', service: 'webApi', state: 'ended' },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', steps: [trust(code)] },
  };
  bridge.answer({
    'doctor.snapshot': () => examination,
    'doctor.start': () => undefined,
    'doctor.pin': () => answers.pin ?? { outcome: 'differs', problem: null },
    'doctor.askIssuer': () =>
      answers.issuer ?? { outcome: 'not-named', address: null, authority: null },
    'doctor.keepIssuer': () => ({ stored: true }),
  });
  await openApp(bridge);
  await fromPalette('check the connection', /Check the connection to Alpha/);
  await screen.findByRole('dialog', { name: 'Check the connection' });
  return world;
}

test('a certificate is trusted only when the typed fingerprint is the one that is shown', async () => {
  const { called } = await decidingWorld('trust-self-signed', {
    pin: { outcome: 'pinned', problem: null },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Compare and trust…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare the certificate' }));
  const field = dialog.getByLabelText(/^Operator’s fingerprint/);
  const button = () =>
    dialog.getByRole<HTMLButtonElement>('button', { name: 'Trust it at api.alpha.example.org' });
  expect(button().disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'ab:cd' } });
  expect(dialog.getByText(/has 64 digits/)).toBeTruthy();
  expect(button().disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'cd'.repeat(32) } });
  expect(dialog.getByText(/They differ/)).toBeTruthy();
  expect(button().disabled).toBe(true);
  fireEvent.change(field, { target: { value: `SHA256 Fingerprint=${spoken}` } });
  expect(dialog.getByText('Both match.')).toBeTruthy();
  fireEvent.click(button());
  await waitFor(() => expect(called('doctor.pin')).toHaveLength(1));
  expect(called('doctor.pin')[0]?.input).toEqual({
    ...{ systemId: 'alpha', service: 'webApi', fingerprint: `SHA256 Fingerprint=${spoken}` },
  });
  // What it changed is looked at once more.
  await waitFor(() => expect(called('doctor.start')).toHaveLength(2));
});

test('a certificate that the server changed meanwhile is not said to be trusted', async () => {
  const { called } = await decidingWorld('trust-self-signed', {});
  fireEvent.click(await screen.findByRole('button', { name: 'Compare and trust…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare the certificate' }));
  fireEvent.change(dialog.getByLabelText(/^Operator’s fingerprint/), {
    target: { value: hex },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Trust it at api.alpha.example.org' }));
  expect(await dialog.findByText(/They differ/)).toBeTruthy();
  expect(called('doctor.start')).toHaveLength(1);
});

test('the missing certificate is asked for at a press, shown, and kept at another', async () => {
  const address = 'http://ca.example.org/issuing.cer';
  const { called } = await decidingWorld('trust-incomplete', {
    issuer: { outcome: 'found', address, authority },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Find it…' }));
  const name = 'Missing intermediate certificate';
  const dialog = within(await screen.findByRole('dialog', { name }));
  expect(dialog.getByText(address)).toBeTruthy();
  expect(called('doctor.askIssuer')).toHaveLength(0);
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Download it' })));
  expect(await dialog.findByText(/Found\. It completes the chain/)).toBeTruthy();
  expect(called('doctor.keepIssuer')).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Keep for this system' }));
  await waitFor(() =>
    expect(called('doctor.keepIssuer').map(({ input }) => input)).toEqual([
      { systemId: 'alpha', service: 'webApi', fingerprint: hex },
    ]),
  );
});
