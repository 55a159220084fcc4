// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SshQuestion } from '../../../preload/contract/work/ssh.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const question = (change: Partial<SshQuestion> = {}): SshQuestion => ({
  id: 'one',
  systemId: 'alpha',
  host: 'login',
  kind: 'secret',
  text: 'Enter passphrase for key ‘/keys/id’: ',
  ...change,
});

async function asked(one: SshQuestion) {
  const computeApi = { family: 'slurm-ssh' as const, host: 'login' };
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha', { computeApi })] });
  bridge.answer({ 'ssh.snapshot': () => [one], 'ssh.answer': () => undefined });
  await openApp(bridge);
  const dialog = await screen.findByRole('alertdialog');
  const inputs = () =>
    bridge.calls.filter(({ name }) => name === 'ssh.answer').map(({ input }) => input);
  return { inputs, dialog };
}

describe('what ssh asks', () => {
  it('a secret is typed unseen, sent once, and refused by Escape', async () => {
    const { inputs, dialog } = await asked(question());
    expect(within(dialog).getByText(/Enter passphrase for key/)).toBeTruthy();
    const field = within(dialog).getByLabelText('Answer');
    expect(field.getAttribute('type')).toBe('password');
    fireEvent.change(field, { target: { value: 'correct horse' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(inputs()).toEqual([{ id: 'one', text: 'correct horse' }]));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(inputs()).toHaveLength(2));
    expect(inputs().at(-1)).toEqual({ id: 'one', text: null });
  });

  it('a host key is trusted only by its button', async () => {
    const text = 'The authenticity of host ‘login’ can’t be established.\nSHA256:abc';
    const { inputs, dialog } = await asked(question({ kind: 'host-key', text }));
    expect(within(dialog).getByText(/SHA256:abc/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Trust and connect' }));
    await waitFor(() => expect(inputs()).toEqual([{ id: 'one', text: 'yes' }]));
  });

  it('a touch needs no button but the one that ends it', async () => {
    const { inputs, dialog } = await asked(question({ kind: 'touch', text: 'Confirm presence' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Do not connect' }));
    await waitFor(() => expect(inputs()).toEqual([{ id: 'one', text: null }]));
  });
});
