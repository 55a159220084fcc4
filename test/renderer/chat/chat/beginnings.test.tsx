// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, model, place } from '../chat-world.ts';

const twoModels = { models: [model('alpha'), model('beta')] };
const ways = {
  en: [
    'Which machines can I use now?',
    'Attach files',
    'Ask several models side by side',
    'Prompt library',
  ],
  ja: [
    '今使えるマシンはどれですか？',
    'ファイルを添付',
    '複数のモデルに並べて尋ねる',
    'プロンプト集',
  ],
};

async function open(chat: Partial<Chat> = {}) {
  const world = chatWorld({ branch: [], service: twoModels, ...chat });
  await openApp(world.bridge, '#/chat');
  const thread = await screen.findByRole('log');
  const list = await within(thread).findByRole('list');
  const offered = () => within(list).getAllByRole('button');
  const press = (name: string) => fireEvent.click(within(list).getByRole('button', { name }));
  return { ...world, offered, press, thread };
}

describe('an empty chat', () => {
  it('offers four ways to begin', async () => {
    const { offered } = await open();
    expect(offered().map((one) => one.textContent)).toEqual(ways.en);
  });

  it('offers only what the system has', async () => {
    const { offered } = await open({
      system: { webApiUrl: '' },
      service: { models: [model('alpha')] },
    });
    expect(offered().map((one) => one.textContent)).toEqual([ways.en[1], ways.en[3]]);
  });

  it('puts the question about the machines into the field, with the tool that it needs', async () => {
    const { bridge, press } = await open();
    press('Which machines can I use now?');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await waitFor(() => expect(field.value).toBe('Which machines can I use now?'));
    expect(await screen.findByRole('button', { name: '1 tool on' })).toBeTruthy();
    expect(inputs(bridge, 'chat.send')).toEqual([]);
  });

  it('opens the choice of files, of several models, and the prompts with one press each', async () => {
    const { press, thread } = await open();
    const input = thread.querySelector<HTMLInputElement>('input[type=file]');
    let asked = 0;
    input?.addEventListener('click', () => {
      asked++;
    });
    press('Attach files');
    expect(asked).toBe(1);
    press('Ask several models side by side');
    const several = await screen.findByRole('dialog', { name: 'Ask several models' });
    fireEvent.keyDown(several, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Prompt library');
    expect(await screen.findByRole('dialog', { name: 'Prompt library' })).toBeTruthy();
  });

  it('says it in Japanese', async () => {
    const world = chatWorld({ branch: [], service: twoModels });
    const settings = { theme: 'light', language: 'ja', sidebarCollapsed: false } as const;
    world.bridge.answer({ 'settings.snapshot': () => settings });
    await openApp(world.bridge, '#/chat');
    const list = await within(await screen.findByRole('log')).findByRole('list');
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('button')
          .map((one) => one.textContent),
      ).toEqual(ways.ja),
    );
  });

  it('has none of it once something was asked', async () => {
    const { bridge } = chatWorld({
      branch: [message('m0', 0), message('m1', 1)],
      service: twoModels,
    });
    await openApp(bridge, place);
    await screen.findByText('text of m0');
    expect(screen.queryByRole('button', { name: 'Prompt library' })).toBeNull();
  });
});
