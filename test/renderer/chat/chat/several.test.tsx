// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RequestCheck } from '../../../../preload/contract/chat/request-check.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import {
  at,
  type Chat,
  chatWorld,
  composer,
  inputs,
  message,
  model,
  place,
} from '../chat-world.ts';

const overflow = new AppError('context-overflow', {
  details: { model: 'beta', inputTokens: 9000, maxTokens: 0, contextLength: 8192, estimated: true },
});

const figures = {
  ...{ inputTokens: 9000, toolTokens: 0, systemTokens: 0, margin: 10, maxTokens: 0 },
  ...{ maxTokensAssumed: false, contextLength: 8192, bodyBytes: 100, bodyLimit: 1000, images: 0 },
  ...{ tight: false, problems: [], leftOut: 0 },
};

const broken: RequestCheck = {
  ...figures,
  model: 'beta',
  problems: [overflow.toData()],
  remedies: [{ kind: 'leave-out-models', models: ['beta'] }, { kind: 'send-anyway' }],
  others: [
    { ...figures, model: 'alpha', contextLength: 100_000 },
    { ...figures, model: 'gamma', contextLength: 9005, tight: true },
  ],
};

const queued = { id: 'q1', text: 'next', attachments: [], createdAt: at, problem: null };

it('what is written while an answer streams waits with the models that are chosen, and says them', async () => {
  const models = ['alpha', 'beta', 'gamma'];
  const chat: Chat = {
    branch: [message('m0', 0), message('m1', 1, { state: 'streaming' })],
    change: { streaming: true, queued: [{ ...queued, edit: null, models }] },
    service: { models: models.map((id) => model(id)) },
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({ 'chat.queue': () => ({ ...queued, edit: null, models }) });
  await openApp(bridge, place);
  const field = await composer();
  await chooseSeveral();
  fireEvent.change(field, { target: { value: 'next' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() =>
    expect(inputs(bridge, 'chat.queue')).toEqual([{ conversationId: 'c1', text: 'next', models }]),
  );
  const waiting = within(await screen.findByRole('region', { name: 'Queued messages' }));
  waiting.getByText('Asks alpha, beta, gamma');
});

/** An app in which three models are asked side by side, and a message is written. */
async function writing(check: (input: { models?: string[] | undefined }) => RequestCheck) {
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1)],
    service: { models: ['alpha', 'beta', 'gamma'].map((id) => model(id)) },
  });
  bridge.answer({
    'requests.check': check,
    'chat.send': ({ anyway }) => {
      if (anyway !== true) throw overflow;
      return { messageId: 'n0', answerId: 'n1', answerIds: ['n1'] };
    },
  });
  await openApp(bridge, place);
  const field = await composer();
  await chooseSeveral();
  fireEvent.change(field, { target: { value: 'a long text' } });
  return { bridge, field };
}

async function chooseSeveral() {
  fireEvent.click(await screen.findByRole('button', { name: 'Model: alpha' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Several models' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask several models' }));
  for (const name of ['beta', 'gamma']) {
    fireEvent.click(dialog.getByRole('checkbox', { name }));
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Use these models' }));
}

it('of several models the ones with which a message does not fit are named, and need not be asked', async () => {
  const { bridge } = await writing(({ models }) =>
    models?.includes('beta') ? broken : { ...figures, model: 'alpha', remedies: [] },
  );
  await screen.findByText(/Too long for beta/);
  screen.getByText(/May be too long for gamma/);
  expect(screen.queryByText(/ong for alpha/)).toBeNull();
  expect(inputs(bridge, 'requests.check').at(-1)).toMatchObject({
    models: ['alpha', 'beta', 'gamma'],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Do not ask beta' }));
  await waitFor(() =>
    expect(inputs(bridge, 'requests.check').at(-1)).toMatchObject({ models: ['alpha', 'gamma'] }),
  );
  await waitFor(() => expect(screen.queryByText(/Too long for beta/)).toBeNull());
});

it('where one model is left of several, it is the conversation’s', async () => {
  const { bridge } = await writing(({ models }) => ({
    ...broken,
    ...(models === undefined ? { problems: [], others: [] } : {}),
    remedies: models === undefined ? [] : [{ kind: 'leave-out-models', models: ['beta', 'gamma'] }],
  }));
  bridge.answer({ 'conversations.setModel': () => undefined });
  fireEvent.click(await screen.findByRole('button', { name: 'Do not ask beta, gamma' }));
  await screen.findByRole('button', { name: 'Model: alpha' });
  await waitFor(() =>
    expect(inputs(bridge, 'conversations.setModel')).toEqual([{ id: 'c1', model: 'alpha' }]),
  );
});

it('a refusal that is only a guess can be sent anyway, also where nothing could be judged beforehand', async () => {
  const { bridge, field } = await writing(() => {
    throw new AppError('model-not-chosen');
  });
  fireEvent.keyDown(field, { key: 'Enter' });
  const bar = within(await screen.findByRole('alert'));
  fireEvent.click(bar.getByRole('button', { name: 'Send it anyway' }));
  await waitFor(() =>
    expect(inputs(bridge, 'chat.send')).toMatchObject([
      { text: 'a long text', models: ['alpha', 'beta', 'gamma'] },
      { text: 'a long text', models: ['alpha', 'beta', 'gamma'], anyway: true },
    ]),
  );
});
