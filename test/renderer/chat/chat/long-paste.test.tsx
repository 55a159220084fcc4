// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const long = 'line of a log\n'.repeat(1000);
const offered = /^You pasted 14,000 characters/;

function bytesOf(this: File): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
}

/** A main that takes files in, or refuses them. */
async function openWith({ refuses = false } = {}) {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  const pieces: Uint8Array[] = [];
  bridge.answer({
    'attachments.begin': () => ({ uploadId: 'u' }),
    'attachments.append': ({ bytes }) => {
      pieces.push(bytes);
    },
    'attachments.cancel': () => undefined,
    'attachments.finish': () => {
      if (refuses) throw new AppError('attachment-not-kept', { details: { name: 'x' } });
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      const facts = { width: null, height: null, characters: size, tokens: 3_000 };
      return { hash: 'a'.repeat(64), type: 'text/plain' as const, size, ...facts };
    },
  });
  // bytes of the page's own kind, as a browser's are
  class Encoder {
    encode(text: string): Uint8Array {
      return Uint8Array.from(Buffer.from(text));
    }
  }
  vi.stubGlobal('TextEncoder', Encoder);
  // jsdom's files have no bytes to ask for
  if (!('arrayBuffer' in File.prototype)) {
    Object.assign(File.prototype, { arrayBuffer: bytesOf });
    onTestFinished(() => void Reflect.deleteProperty(File.prototype, 'arrayBuffer'));
  }
  await openApp(bridge, place);
  return { bridge, field: await composer(), pieces };
}

/** Pastes as a browser does: the event first, then the text where the caret is. */
function paste(field: HTMLTextAreaElement, text: string): void {
  const data = { types: ['text/plain'], files: [], getData: () => text };
  fireEvent.paste(field, { clipboardData: data });
  const { value, selectionStart, selectionEnd } = field;
  const next = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
  fireEvent.change(field, { target: { value: next } });
}

it('a long paste is offered as a file, with what was typed around it left in the field', async () => {
  const { field, pieces } = await openWith();
  fireEvent.change(field, { target: { value: 'Why? ' } });
  field.setSelectionRange(5, 5);
  paste(field, long);
  await screen.findByText(offered);
  expect(field.value).toBe(`Why? ${long}`);
  fireEvent.change(field, { target: { value: `So, Why? ${long}` } });
  fireEvent.change(field, { target: { value: `So, Why? ${long} Tell me.` } });
  fireEvent.click(screen.getByRole('button', { name: 'Attach as a file' }));
  await screen.findByRole('button', { name: /^pasted text\.txt/ });
  await waitFor(() => expect(field.value).toBe('So, Why?  Tell me.'));
  expect(screen.queryByText(offered)).toBeNull();
  expect(Buffer.concat(pieces).toString()).toBe(long);
});

it('kept as text it stays, changed inside it is no longer offered, and short ones never are', async () => {
  const { bridge, field } = await openWith();
  paste(field, 'a few words');
  expect(screen.queryByRole('button', { name: 'Attach as a file' })).toBeNull();
  field.setSelectionRange(0, field.value.length);
  paste(field, long);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep as text' }));
  expect(screen.queryByText(offered)).toBeNull();
  expect(field.value).toBe(long);
  field.setSelectionRange(0, 0);
  paste(field, long);
  await screen.findByText(offered);
  fireEvent.change(field, { target: { value: `${long.slice(0, 900)}!${long.slice(900)}${long}` } });
  expect(screen.queryByText(offered)).toBeNull();
  expect(inputs(bridge, 'attachments.begin')).toEqual([]);
});

it('where it cannot be attached the text stays in the field, and the chip says why', async () => {
  const { field } = await openWith({ refuses: true });
  paste(field, long);
  fireEvent.click(await screen.findByRole('button', { name: 'Attach as a file' }));
  await screen.findByText(/could not be stored/);
  expect(field.value).toBe(long);
});
