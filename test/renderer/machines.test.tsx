// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { openApp } from './app.tsx';
import { certificate, createWorld, machine, machinesOf, system } from './world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};

describe('the machines', () => {
  it('keep the last good rows and say why a check failed', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.emit(
      'machines.changed',
      machinesOf('alpha', machines, {
        problem: new AppError('network-timeout', {
          details: { host: 'api.alpha.example.org' },
          retryable: true,
        }).toData(),
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain(
      'api.alpha.example.org did not answer in time.',
    );
    expect(screen.getByText('Capella')).toBeTruthy();
    expect(screen.getByText(/from the last good check/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'machines.refresh',
        input: { systemId: 'alpha' },
      }),
    );
  });

  it('of a refused certificate name the likely reasons in order and the system’s words, and lead to Certificates', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    const details = { host: 'api.alpha', status: 403, server: 'Ask the operators.' };
    const problem = new AppError('certificate-refused', { details }).toData();
    bridge.emit('machines.changed', machinesOf('alpha', machines, { problem }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /refused your certificate.*not issued by this system’s authority.*expired.*no right/,
    );
    expect(alert.textContent).not.toMatch(/sign.?in/i);
    expect(alert.textContent).toContain('Ask the operators.');
    fireEvent.click(screen.getByRole('button', { name: 'Open Certificates' }));
    expect(window.location.hash).toMatch(/^#\/certificates/);
  });

  it('show the record of a row as it was received', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: 'Capella' }));
    const detail = await screen.findByRole('region', { name: 'Details of Capella' });
    expect(detail.textContent).toContain('"status": "NG"');
    expect(window.location.hash).toBe('#/machines/Capella');
    fireEvent.keyDown(detail, { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Details of Capella' })).toBeNull();
  });

  it('ask for a certificate where the system has none', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha')],
      machinesChange: { checkedAt: null, attemptedAt: null },
    });
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: 'Import a certificate' })).toBeTruthy();
  });
});
