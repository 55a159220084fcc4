// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { defaultSettings } from '../../preload/contract/settings/settings.ts';
import english from '../../renderer/i18n/en/lateErrors.json' with { type: 'json' };
import japanese from '../../renderer/i18n/ja/lateErrors.json' with { type: 'json' };
import { openApp } from './app.tsx';
import { createWorld, machine, system } from './world.ts';

it('an error whose sentences load late is shown in words, also after another language is chosen', async () => {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [machine('Altair', 'OK', 'up')],
  });
  bridge.answer({
    'machines.refresh': () => {
      throw new AppError('history-too-large');
    },
  });
  await openApp(bridge);
  fireEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  await screen.findByText(english['history-too-large'].what, { exact: false });
  act(() => bridge.emit('settings.changed', { ...defaultSettings, language: 'ja' }));
  const message = await screen.findByText(japanese['history-too-large'].what, { exact: false });
  expect(message.closest('[role=alert]')).not.toBeNull();
});
