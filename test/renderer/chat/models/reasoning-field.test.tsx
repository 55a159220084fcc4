// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReasoningControl } from '../../../../preload/contract/systems/reasoning-control.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, place } from '../chat-world.ts';

async function openParameters(reasoningControl?: ReasoningControl) {
  const chat: Chat = {
    branch: [message('m0', 0), message('m1', 1)],
    ...(reasoningControl && { system: { reasoningControl } }),
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'conversations.setParameters': () => undefined,
    'presets.snapshot': () => [],
  });
  await openApp(bridge, place);
  await screen.findByText('text of m1');
  await fromPalette('parameters', /^Parameters/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Parameters' }));
  const save = () => fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
  return { bridge, sheet, save };
}

it('the control that the system names is offered under its name, and is one of the further fields', async () => {
  const control = { field: 'reasoning_effort', choices: ['low', 'high'] };
  const { bridge, sheet, save } = await openParameters(control);
  const choice = sheet.getByRole<HTMLSelectElement>('combobox', { name: 'reasoning_effort' });
  expect([...choice.options].map(({ text }) => text)).toEqual(['Not sent', 'low', 'high']);
  expect(choice.value).toBe('');
  fireEvent.change(choice, { target: { value: '"high"' } });
  const further = sheet.getByRole<HTMLTextAreaElement>('textbox', { name: /^Further fields/ });
  expect(JSON.parse(further.value)).toEqual({ reasoning_effort: 'high' });
  // a value of one's own is shown too, and what cannot be read is not changed
  fireEvent.change(further, { target: { value: '{"reasoning_effort": "max"}' } });
  expect(choice.selectedOptions[0]?.text).toBe('"max"');
  fireEvent.change(further, { target: { value: '{"reasoning' } });
  expect(choice.disabled).toBe(true);
  fireEvent.change(further, { target: { value: '{"a": 1, "reasoning_effort": "low"}' } });
  expect(choice.selectedOptions[0]?.text).toBe('low');
  fireEvent.change(choice, { target: { value: '' } });
  save();
  await waitFor(() =>
    expect(inputs(bridge, 'conversations.setParameters')).toMatchObject([
      { parameters: { extra: { a: 1 } } },
    ]),
  );
});

it('without a control of the system nothing is offered, for any model', async () => {
  const { sheet } = await openParameters();
  expect(sheet.queryByText('Not sent')).toBeNull();
});
