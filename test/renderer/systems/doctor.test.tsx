// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { DoctorStep, Examination } from '../../../preload/contract/systems/doctor.ts';
import { doctorSteps, troubleFindings } from '../../../preload/contract/systems/doctor.ts';
import { fromPalette, openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const step = (id: DoctorStep['id'], change: Partial<DoctorStep> = {}): DoctorStep => ({
  ...{ id, state: 'waiting', time: null, verdict: null, facts: [] },
  ...change,
});
const examination = (change: Partial<Examination> = {}): Examination => ({
  ...{ systemId: 'alpha', service: 'webApi', state: 'never', startedAt: null },
  steps: doctorSteps.slice(0, 9).map((id) => step(id)),
  ...change,
});
const trouble = (code: (typeof troubleFindings)[number], values = {}): DoctorStep['verdict'] => ({
  ...{ kind: 'trouble', code, values },
});

function doctorWorld() {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha', { genaiUrl: 'https://ai.alpha.example.org' })],
    machinesChange: {
      problem: new AppError('tls-server-not-trusted', {
        details: { host: 'api.alpha.example.org' },
      }).toData(),
    },
  });
  bridge.answer({
    'doctor.snapshot': ({ service }) => examination({ service }),
    'doctor.start': () => undefined,
    'doctor.stop': () => undefined,
    'doctor.shareable': () => examination({ state: 'ended', steps: ended }),
  });
  const tell = (change: Partial<Examination>) =>
    act(() => bridge.emit('doctor.changed', examination(change)));
  return {
    bridge,
    tell,
    started: () => bridge.calls.filter(({ name }) => name === 'doctor.start'),
  };
}

const ended = [
  step('address', {
    ...{ state: 'good', time: 1 },
    verdict: { kind: 'fine', code: 'address', values: { host: 'api.alpha.example.org' } },
    facts: [{ name: 'address', values: ['https://api.alpha.example.org'] }],
  }),
  step('trust', {
    ...{ state: 'bad', time: 12, verdict: trouble('trust-self-signed') },
    facts: [{ name: 'chain', values: ['CN=api.alpha.example.org'] }],
  }),
  step('http', { state: 'skipped' }),
];

test('steps appear as they end, with what they mean, the button that helps and what was seen', async () => {
  const { tell, started, bridge } = doctorWorld();
  await openApp(bridge);
  await fromPalette('check the connection', /Check the connection to Alpha/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Check the connection' }));
  expect(await dialog.findByText('Not checked yet.')).toBeTruthy();
  // it starts when it is opened
  await waitFor(() => expect(started()).toHaveLength(1));
  tell({
    state: 'running',
    steps: [ended[0] ?? step('address'), step('trust', { state: 'running' }), step('http')],
  });
  expect(dialog.getByRole('status').textContent).toBe('Step 1 of 3');
  fireEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(bridge.calls.at(-1)?.name).toBe('doctor.stop'));
  tell({ state: 'ended', steps: ended });
  expect(dialog.getByRole('status').textContent).toBe('One step fails.');
  expect(dialog.getByText('The server’s certificate is self-signed.')).toBeTruthy();
  // what failed is open with what was seen; what passed and what was skipped is one line each
  expect(dialog.getByText('CN=api.alpha.example.org')).toBeTruthy();
  expect(dialog.queryByText('Address')).toBeNull();
  expect(dialog.getByRole('button', { name: '1 step skipped' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '1 step passed' }));
  expect(dialog.queryByText('https://api.alpha.example.org')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Address: Details' }));
  expect(dialog.getByText('https://api.alpha.example.org')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Edit the system' }));
  await waitFor(() => expect(window.location.hash).toBe('#/systems/alpha'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failure of a connection has a button that looks for its reason at once', async () => {
  const { started, bridge } = doctorWorld();
  await openApp(bridge, '#/machines');
  fireEvent.click(await screen.findByRole('button', { name: 'Find out why' }));
  await screen.findByRole('dialog', { name: 'Check the connection' });
  await waitFor(() =>
    expect(started().map(({ input }) => input)).toEqual([
      { systemId: 'alpha', service: 'webApi', completion: false },
    ]),
  );
});

test('an examination that could not begin from there says why', async () => {
  const { bridge } = doctorWorld();
  bridge.answer({
    'doctor.start': () => {
      throw new AppError('not-found', { details: { what: 'system' } });
    },
  });
  await openApp(bridge, '#/machines');
  fireEvent.click(await screen.findByRole('button', { name: 'Find out why' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check the connection' }));
  await dialog.findByRole('alert');
});

test('the text to copy is of what may be shared, with every step and sentence', async () => {
  const { tell, bridge } = doctorWorld();
  const written = vi.fn(async (_text: string) => undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
  await openApp(bridge);
  await fromPalette('check the connection', /Check the connection to Alpha/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Check the connection' }));
  await dialog.findByText('Not checked yet.');
  tell({ state: 'ended', steps: [step('address', { state: 'good' })] });
  fireEvent.click(dialog.getByRole('button', { name: 'Copy as text' }));
  await waitFor(() => expect(written).toHaveBeenCalled());
  const [[text = ''] = []] = written.mock.calls;
  expect(text).toContain('Address: Passed (1 ms)');
  expect(text).toContain('  Address: https://api.alpha.example.org');
  expect(text).toContain(
    '  No authority vouches for it, so anyone could have made it. Nothing was sent to it.',
  );
});

test('the model is asked for a token only where that was ticked', async () => {
  const { started, bridge } = doctorWorld();
  await openApp(bridge);
  await fromPalette('check the connection', /Check the connection to Alpha/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Check the connection' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Generative AI' }));
  await waitFor(() => expect(started()).toHaveLength(2));
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.click(dialog.getByRole('button', { name: 'Check' }));
  // the other two began by themselves, when each service was first shown
  await waitFor(() =>
    expect(started().map(({ input }) => input)).toEqual([
      { systemId: 'alpha', service: 'webApi', completion: false },
      { systemId: 'alpha', service: 'genai', completion: false },
      { systemId: 'alpha', service: 'genai', completion: true },
    ]),
  );
});

test('everything that can be found has its sentences in both languages', async () => {
  for (const language of ['en', 'ja'] as const) {
    const { lateTexts } = await import(`../../../renderer/i18n/${language}/late.ts`);
    for (const code of troubleFindings) {
      const { what, meaning, next } = lateTexts.doctor.findings[code];
      expect([what, meaning, next].every((sentence) => /[.。）)}]$/.test(sentence))).toBe(true);
    }
  }
});
