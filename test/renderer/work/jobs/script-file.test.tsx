// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openJobs } from './open.ts';

async function openForm() {
  await openJobs({ hash: '#/jobs/new' });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Script' });
  const input = document.querySelector<HTMLInputElement>('input[data-job-script]');
  if (input === null) throw new Error('no file can be chosen');
  return {
    field,
    choose: (name: string, ...parts: BlobPart[]) =>
      fireEvent.change(input, { target: { files: [new File(parts, name)] } }),
  };
}

it('a script file comes in whole as UTF-8, or is refused with a sentence and changes nothing', async () => {
  const { field, choose } = await openForm();
  choose('名前.sh', '#!/bin/bash\necho 名前\n');
  await waitFor(() => expect(field.value).toBe('#!/bin/bash\necho 名前\n'));
  expect(screen.queryByText(/line ends of Windows/)).toBeNull();

  choose('large.sh', '#!/bin/bash\n', 'x'.repeat(4 * 1024 * 1024));
  await screen.findByText(/large\.sh is too large for a script/);
  expect(field.value).toContain('名前');

  // `echo 名前` in Shift_JIS
  choose('old.sh', 'echo ', new Uint8Array([0x96, 0xbc, 0x91, 0x4f]));
  await screen.findByText(/old\.sh is not UTF-8 text/);
  choose('program', '\x7fELF\x02\x01\x00');
  await screen.findByText(/program is not UTF-8 text/);
  expect(field.value).toBe('#!/bin/bash\necho 名前\n');
});

it('line ends of Windows and a byte order mark are taken out, and the line ends are told', async () => {
  const { field, choose } = await openForm();
  choose('windows.sh', '\ufeff#!/bin/bash\r\n#PJM -N hello\r\necho hi\r\n');
  await screen.findByText(/line ends of Windows/);
  expect(field.value).toBe('#!/bin/bash\n#PJM -N hello\necho hi\n');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('hello');
  choose('linux.sh', 'echo hi\n');
  await waitFor(() => expect(screen.queryByText(/line ends of Windows/)).toBeNull());
});
