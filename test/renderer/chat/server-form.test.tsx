// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ToolForm } from '../../../preload/contract/chat/tool-forms.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { chatWorld, composer, inputs, message, place } from './chat-world.ts';

const said = { title: '', description: '', required: false };
const form: ToolForm = {
  page: null,
  ...{ id: 'f1', conversationId: 'c1', tool: 'book', message: 'Which room?\u202e' },
  server: { name: 'rooms', where: 'npx rooms' },
  fields: [
    {
      ...said,
      name: 'who',
      title: 'Who',
      required: true,
      kind: 'text',
      least: null,
      most: null,
      initial: '',
    },
    {
      ...said,
      name: 'seats',
      title: 'Seats',
      kind: 'number',
      whole: true,
      least: 1,
      most: 9,
      initial: 2,
    },
    { ...said, name: 'quiet', title: 'Quiet', kind: 'boolean', initial: true },
    {
      ...{ ...said, name: 'floor', title: 'Floor', kind: 'choice', initial: '' },
      options: [
        { value: '1', title: 'Ground' },
        { value: '2', title: 'Upper' },
      ],
    },
    {
      ...{ ...said, name: 'days', title: 'Days', kind: 'choices', least: null, most: null },
      ...{
        initial: ['mo'],
        options: [
          { value: 'mo', title: 'Monday' },
          { value: 'tu', title: 'Tuesday' },
        ],
      },
    },
  ],
};

/** A conversation in which these forms wait. */
async function openForms(...forms: ToolForm[]) {
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { state: 'complete' })],
    change: { streaming: true },
  });
  let waiting = forms;
  bridge.answer({
    'tools.snapshot': () => [],
    'toolForms.snapshot': () => waiting,
    'toolForms.answer': ({ id }) => {
      waiting = waiting.filter((one) => one.id !== id);
      bridge.emit('toolForms.changed', waiting);
    },
  });
  await openApp(bridge, place);
  await composer();
  return bridge;
}

const dock = async () =>
  within(await screen.findByRole('region', { name: '“rooms” asks you something' }));

it('a form of a server stands outside of the thread, and sends what was entered', async () => {
  const bridge = await openForms(form);
  const box = await dock();
  expect(box.getByText('npx rooms')).toBeTruthy();
  expect(box.getByText(/Which room\?.*202E/i)).toBeTruthy();
  expect(within(screen.getByRole('log')).queryByText(/Which room/)).toBeNull();
  const send = box.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(send.disabled).toBe(true);
  fireEvent.change(box.getByRole('textbox', { name: /Who/ }), { target: { value: 'me' } });
  fireEvent.change(box.getByRole('textbox', { name: /Seats/ }), { target: { value: 'x' } });
  expect(box.getByText('Enter a number.')).toBeTruthy();
  expect(send.disabled).toBe(true);
  fireEvent.change(box.getByRole('textbox', { name: /Seats/ }), { target: { value: '4' } });
  fireEvent.change(box.getByRole('combobox', { name: /Floor/ }), { target: { value: '2' } });
  fireEvent.click(box.getByRole('checkbox', { name: 'Tuesday' }));
  fireEvent.click(send);
  await waitFor(() => expect(screen.queryByText(/asks you something/)).toBeNull());
  const values = [
    { name: 'who', value: 'me' },
    { name: 'seats', value: 4 },
    { name: 'quiet', value: true },
    { name: 'floor', value: '2' },
    { name: 'days', value: ['mo', 'tu'] },
  ];
  expect(inputs(bridge, 'toolForms.answer')).toEqual([
    { id: 'f1', answer: { kind: 'accept', values } },
  ]);
});

it.each([
  ['Decline', 'decline'],
  ['Don’t answer', 'cancel'],
])('a form of a server is answered by %s without a value', async (name, kind) => {
  const bridge = await openForms(form);
  fireEvent.click((await dock()).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByText(/asks you something/)).toBeNull());
  expect(inputs(bridge, 'toolForms.answer')).toEqual([{ id: 'f1', answer: { kind } }]);
});

it('a form that main refuses says why and stays; one of another conversation does not stand here', async () => {
  const bridge = await openForms(
    { ...form, fields: [] },
    { ...form, id: 'f2', conversationId: 'c2' },
  );
  const box = await dock();
  bridge.answer({
    'toolForms.answer': () => {
      throw new AppError('tool-form-invalid', { details: { field: 'Seats' } });
    },
  });
  fireEvent.click(box.getByRole('button', { name: 'Send' }));
  expect(await box.findByText(/The value for “Seats” is not valid/)).toBeTruthy();
  expect(screen.getAllByRole('region', { name: /asks you something/ })).toHaveLength(1);
});
