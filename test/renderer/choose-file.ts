import { fireEvent, screen } from '@testing-library/react';
import { certificateFile } from './app.tsx';

/** Chooses files on the screen of certificates, which has none yet. */
export async function chooseFile(...files: File[]) {
  await screen.findByText('Drop your certificate file here');
  const input = document.querySelector('main input[type=file]');
  if (!input) throw new Error('no file field');
  fireEvent.change(input, {
    target: { files: files.length > 0 ? files : [certificateFile()] },
  });
}

export async function typePassphrase(passphrase: string) {
  const field = await screen.findByLabelText('Passphrase');
  fireEvent.change(field, { target: { value: passphrase } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
}
