// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { SignInSettings } from '../../../../preload/contract/systems/session.ts';
import { inputs } from '../../chat/chat-world.ts';
import { openSession, session, settings } from './open.ts';

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
    expect(sheet.getByText(/A secret is stored, encrypted/)).toBeTruthy();
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
      expect(
        await sheet.findByText('Use letters, digits, underscore and hyphen only.'),
      ).toBeTruthy();
      save();
      expect(inputs(bridge, 'session.updateSettings')).toEqual([]);
      type('Client ID', ' Batch_7-a ');
      expect(sheet.queryByText('Use letters, digits, underscore and hyphen only.')).toBeNull();
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
    expect(await sheet.findByText('Enter a number from 1024 to 65535.')).toBeTruthy();
    type('Client ID', 'another');
    save();
    expect(inputs(bridge, 'session.updateSettings')).toEqual([]);
  });
});
