// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import { fromPalette, openApp } from '../app.tsx';
import { type Chat, chatWorld, composer, inputs, model, place } from '../chat/chat-world.ts';

const service = { models: [model('alpha'), model('beta')] };
const authority: Authority = {
  subject: 'CN=Example Root CA',
  notAfter: '2036-01-01T00:00:00.000Z',
  fingerprint: 'ab'.repeat(32),
  pem: 'PEM',
};

async function openElsewhere(chat: Partial<Chat> = {}) {
  const { bridge } = chatWorld({ branch: [], service, ...chat });
  await openApp(bridge, place);
  await composer();
  await fromPalette('elsewhere', /Use it elsewhere/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Use it elsewhere' }));
  return {
    bridge,
    dialog,
    textOf: (name: string) => dialog.getByRole('region', { name }).textContent,
    modelField: () => dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Model' }),
  };
}

describe('settings for other programs', () => {
  it('carry the address and the chosen model in every program and shell, and the key in none', async () => {
    const { dialog, textOf, modelField } = await openElsewhere();
    fireEvent.change(modelField(), { target: { value: 'beta' } });
    for (const program of ['Python', 'Node.js', 'curl']) {
      fireEvent.click(dialog.getByRole('radio', { name: program }));
      expect(textOf(program)).toContain('https://ai.alpha.example.org/v1');
      expect(textOf(program)).toMatch(/["']beta["']/);
    }
    for (const shell of ['bash', 'PowerShell', 'cmd']) {
      fireEvent.click(dialog.getByRole('radio', { name: shell }));
      expect(textOf('Environment')).toContain('https://ai.alpha.example.org/v1');
      expect(textOf('Environment')).toContain('OPENAI_API_KEY');
    }
    expect(dialog.queryByText(/abcd/)).toBeNull();
  });

  it('name the model that the field shows, also one that the service lists no more', async () => {
    const { textOf, modelField } = await openElsewhere({ change: { model: 'withdrawn' } });
    expect(modelField().selectedOptions[0]?.textContent).toBe('withdrawn');
    expect(textOf('Python')).toContain('"withdrawn"');
    fireEvent.change(modelField(), { target: { value: 'alpha' } });
    expect(textOf('Python')).toContain('"alpha"');
  });

  it('name a model as soon as the service has listed some', async () => {
    const { bridge, setService } = chatWorld({ branch: [], change: { model: null } });
    await openApp(bridge, place);
    await composer();
    await fromPalette('elsewhere', /Use it elsewhere/);
    await screen.findByRole('dialog', { name: 'Use it elsewhere' });
    setService({ models: [model('late')] });
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Model' });
    await waitFor(() => expect(field.selectedOptions[0]?.textContent).toBe('late'));
    expect(screen.getByRole('region', { name: 'Python' }).textContent).toContain('"late"');
  });

  it('come with the authorities where the system brings its own, and say why they could not be saved', async () => {
    const { bridge, dialog, textOf } = await openElsewhere({
      system: { authorities: [authority] },
    });
    expect(textOf('Environment')).toContain('SSL_CERT_FILE="$PWD/authorities.pem"');
    bridge.answer({
      'genai.exportAuthorities': () => {
        throw new AppError('not-found');
      },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Save authorities.pem' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(inputs(bridge, 'genai.exportAuthorities')).toEqual([{ systemId: 'alpha' }]);
  });

  it('show the key of the demo, which nobody was told, and of no other system', async () => {
    const { bridge, dialog } = await openElsewhere({ system: { kind: 'demo' } });
    bridge.answer({ 'genai.demoKey': () => ({ key: 'cd-demo-1234' }) });
    expect(dialog.queryByText('cd-demo-1234')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Show The demo’s key' }));
    expect(await dialog.findByText('cd-demo-1234')).toBeTruthy();
    expect(inputs(bridge, 'genai.demoKey')).toEqual([{ systemId: 'alpha' }]);
  });

  it('show no key of a system of one’s own', async () => {
    const { dialog } = await openElsewhere();
    expect(dialog.queryByRole('button', { name: /demo’s key/ })).toBeNull();
  });

  it('say nothing of authorities where the computer trusts the system', async () => {
    const { dialog, textOf } = await openElsewhere();
    expect(dialog.queryByRole('button', { name: 'Save authorities.pem' })).toBeNull();
    expect(textOf('Environment')).not.toContain('CERT');
  });
});
