// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnswerFormat } from '../../../../preload/contract/chat/answer-format.ts';
import { checkAnswer } from '../../../../renderer/features/chat/structured/checkAnswer.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, message, place } from '../chat-world.ts';

/** The worker of a browser, without a thread of its own. */
class SameThread extends EventTarget {
  postMessage({ schema, answer }: { schema: string; answer: string }): void {
    const data = checkAnswer(schema, answer);
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {
    // nothing of it is left behind
  }
}

beforeEach(() => void vi.stubGlobal('Worker', SameThread));
afterEach(() => void vi.unstubAllGlobals());

const format: AnswerFormat = {
  name: 'city',
  schema: JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, people: { type: 'integer' } },
    required: ['name', 'people'],
    additionalProperties: false,
  }),
  strict: true,
};

async function openAnswer(content: string) {
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { content, format })],
  });
  await openApp(bridge, place);
  return within(await screen.findByRole('article', { name: 'Answer of alpha' }));
}

test('an answer that fits its schema is a tree, and a text where that is wanted', async () => {
  const text = JSON.stringify({ name: 'Kobe', people: 1_500_000 });
  const answer = await openAnswer(text);
  expect(await answer.findByText('Fits “city”')).toBeTruthy();
  const whole = answer.getByRole('button', { name: '2 fields' });
  expect(answer.getByText('"Kobe"')).toBeTruthy();
  fireEvent.click(whole);
  expect(answer.queryByText('"Kobe"')).toBeNull();
  fireEvent.click(answer.getByRole('radio', { name: 'Text' }));
  expect(answer.getByText(text)).toBeTruthy();
});

test('what an answer has otherwise is named, with its place', async () => {
  const answer = await openAnswer('{"people":"many","sea":true}');
  const told = within(await answer.findByRole('status'));
  expect(told.getByText('The answer differs from “city” in 3 points:')).toBeTruthy();
  expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'The whole answer: name is missing',
      '/people: is string, but must be integer',
      '/sea: is not in the schema',
    ]),
  );
  // the whole, and two of its fields
  expect(answer.getAllByRole('img', { name: 'Differs from the schema' })).toHaveLength(3);
});

test('an answer in a fence of code is read without it, and says so', async () => {
  const answer = await openAnswer('```json\n{"name":"Kobe","people":1}\n```');
  await answer.findByText('Fits “city”');
  answer.getByText('The code block around it was removed.');
});

test('an answer that is no JSON says so and stays a text', async () => {
  const answer = await openAnswer('I cannot say.');
  expect(
    await answer.findByText('The answer is not JSON, so it does not fit “city”.'),
  ).toBeTruthy();
  expect(answer.getByText('I cannot say.')).toBeTruthy();
});

test('the form, whether answers stream and how many are wanted are set with the parameters', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  await openApp(bridge, place);
  await composer();
  await fromPalette('parameters', /^Parameters/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Parameters' }));
  const schema = await sheet.findByRole('textbox', { name: /^JSON schema/ });
  const type = (field: HTMLElement, value: string) =>
    fireEvent.change(field, { target: { value } });
  const save = sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  type(schema, '{"type":');
  expect(await sheet.findByText('This is not JSON.')).toBeTruthy();
  expect(save.disabled).toBe(true);
  type(schema, '{"type":"strin"}');
  expect(await sheet.findByText('Not valid in a schema: /type')).toBeTruthy();
  type(schema, '{"type":"object"}');
  type(sheet.getByRole('textbox', { name: 'Name of the form' }), 'a b');
  expect(await sheet.findByText('Only letters, digits, _ and -.')).toBeTruthy();
  expect(save.disabled).toBe(true);
  type(sheet.getByRole('textbox', { name: 'Name of the form' }), 'place');
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Strict' }));
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Stream answers' }));
  type(sheet.getByRole('textbox', { name: 'Answers per message' }), '3');
  type(sheet.getByRole('textbox', { name: 'Tool rounds' }), '40');
  fireEvent.click(save);
  await waitFor(() =>
    expect(inputs(bridge, 'conversations.setParameters')).toMatchObject([
      {
        id: 'c1',
        parameters: {
          format: { name: 'place', schema: '{"type":"object"}', strict: false },
          stream: false,
          choices: 3,
          toolRounds: 40,
        },
      },
    ]),
  );
});

test('a form that the service refuses is asked for less strictly, or not at all', async () => {
  const refused = { code: 'format-refused' as const, details: {}, retryable: false };
  const { bridge } = chatWorld({
    branch: [
      message('m0', 0),
      message('m1', 1, { content: '', state: 'failed', problem: refused, format }),
    ],
    change: { parameters: { format } as never },
  });
  const check = {
    ...{ model: 'alpha', inputTokens: 1, toolTokens: 0, systemTokens: 0, margin: 0, maxTokens: 1 },
    ...{ maxTokensAssumed: true, contextLength: null, bodyBytes: 1, bodyLimit: 2, images: 0 },
    ...{ tight: false, leftOut: 0, problems: [refused] },
  };
  bridge.answer({
    'requests.check': ({ answerId }) => ({
      ...check,
      ...(answerId === undefined ? { problems: [] } : {}),
      remedies:
        answerId === undefined ? [] : [{ kind: 'loosen-format' }, { kind: 'leave-out-format' }],
    }),
    'chat.regenerate': () => ({ answerId: 'x', answerIds: ['x'] }),
  });
  await openApp(bridge, place);
  fireEvent.click(await screen.findByRole('button', { name: 'Ask without “Strict”' }));
  await waitFor(() =>
    expect(inputs(bridge, 'conversations.setParameters')).toMatchObject([
      { parameters: { format: { name: 'city', strict: false } } },
    ]),
  );
  await waitFor(() => expect(inputs(bridge, 'chat.regenerate')).toEqual([{ messageId: 'm1' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Ask for plain text' }));
  await waitFor(() =>
    expect(inputs(bridge, 'conversations.setParameters')[1]).toMatchObject({
      parameters: { format: null },
    }),
  );
});
