// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { Secret } from '../../../renderer/ui/buttons/Secret.tsx';
import {
  Button,
  ConfirmDialog,
  DropZone,
  PasswordField,
  TextField,
  useToasts,
} from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

test('a busy button keeps its focus and ignores presses', async () => {
  const press = vi.fn();
  await show(
    <Button busy onClick={press}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('a field is described by its hint and by its problem, and marked invalid', async () => {
  await show(
    <TextField
      label="Address"
      hint="An https address"
      problem="No such name"
      value="x"
      onValueChange={() => undefined}
    />,
  );
  const field = screen.getByLabelText('Address');
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['An https address', 'No such name']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a field without trouble is not marked invalid', async () => {
  await show(
    <TextField
      label="Address"
      status={{ kind: 'good', text: 'Answered' }}
      value="x"
      onValueChange={() => undefined}
    />,
  );
  expect(screen.getByLabelText('Address').hasAttribute('aria-invalid')).toBe(false);
});

test('a password is dots until it is asked for', async () => {
  await show(<PasswordField label="Passphrase" value="horse" onValueChange={() => undefined} />);
  const field = screen.getByLabelText('Passphrase');
  expect(field.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show the characters' }));
  expect(field.getAttribute('type')).toBe('text');
});

test('a secret is fetched only when asked for, and forgotten when hidden', async () => {
  const reveal = vi.fn(() => Promise.resolve('kQ2v-7mPz'));
  await show(<Secret name="Secret" reveal={reveal} onError={() => expect.unreachable()} />);
  expect(reveal).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Show Secret' }));
  await screen.findByText('kQ2v-7mPz');
  fireEvent.click(screen.getByRole('button', { name: 'Hide Secret' }));
  expect(screen.queryByText('kQ2v-7mPz')).toBeNull();
});

test('a secret that cannot be fetched is reported and stays hidden', async () => {
  const failure = new AppError('vault-locked');
  const onError = vi.fn();
  await show(<Secret name="Secret" reveal={() => Promise.reject(failure)} onError={onError} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show Secret' }));
  await waitFor(() => expect(onError).toHaveBeenCalledWith(failure));
  screen.getByRole('img', { name: 'Secret, hidden' });
});

test('cancelling a confirmation does nothing but close', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  await show(
    <ConfirmDialog
      open
      danger
      title="Delete the client “batch-7”?"
      confirmLabel="Delete client"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  fireEvent.click(cancel);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

/** A question that was answered with yes. @returns what is told when it is to be closed */
async function confirmed(work: () => Promise<void>) {
  const onClose = vi.fn();
  await show(
    <ConfirmDialog
      open
      title="Delete?"
      confirmLabel="Delete client"
      onConfirm={work}
      onClose={onClose}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete client' }));
  return onClose;
}

test('a confirmation whose work fails stays open and says why', async () => {
  const onClose = await confirmed(() =>
    Promise.reject(new AppError('network-timeout', { details: { host: 'api.example' } })),
  );
  await screen.findByText('api.example did not respond in time.');
  expect(onClose).not.toHaveBeenCalled();
});

test('a confirmation whose work is under way stays open whatever is pressed', async () => {
  const onClose = await confirmed(() => new Promise(() => undefined));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
});

test('a confirmation whose work ends well closes', async () => {
  const onClose = await confirmed(() => Promise.resolve());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

function Deleting({ undo }: { readonly undo: () => void }) {
  const toasts = useToasts();
  return <Button onClick={() => toasts.show({ text: 'Deleted.', undo })}>Delete</Button>;
}

function Saves({ texts }: { readonly texts: readonly string[] }) {
  const toasts = useToasts();
  return <Button onClick={() => texts.map((text) => toasts.show({ text }))}>Save</Button>;
}

test('the same said twice is one toast; what can be undone stays apart', async () => {
  const undo = vi.fn();
  await show(
    <>
      <Saves texts={['Saved.', 'Copied.', 'Saved.']} />
      <Deleting undo={undo} />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('Saved.')).toHaveLength(1);
  expect(screen.getAllByText('Copied.')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getAllByText('Deleted.')).toHaveLength(2);
});

test('a toast undoes once and goes', async () => {
  const undo = vi.fn();
  await show(<Deleting undo={undo} />);
  const region = screen.getByLabelText('Status messages');
  expect(region.getAttribute('aria-live')).toBe('polite');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(region.textContent).toContain('Deleted.');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(region.textContent).toBe('');
});

test('a drop zone takes one file unless several are wanted', async () => {
  const onFiles = vi.fn();
  const first = new File(['1'], 'a.p12');
  const second = new File(['2'], 'b.p12');
  await show(<DropZone label="Drop a .p12 file here" onFiles={onFiles} />);
  fireEvent.drop(screen.getByRole('group', { name: 'Drop a .p12 file here' }), {
    dataTransfer: { files: [first, second], types: ['Files'] },
  });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([first]);
});
