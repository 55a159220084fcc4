// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import { openApp } from '../../app.tsx';
import { consoleWorld, exactOf, field, press, send, write } from './open.ts';

describe('a request', () => {
  it('that reads is sent at once, by the keys, with what the form says', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await write('account', '{{project}}');
    expect(screen.getByText('ml-research')).toBeTruthy();
    await send();
    await screen.findByText('200 OK');
    expect(inputs('apiConsole.send')[0]).toMatchObject({
      confirmed: null,
      request: { parameters: [{ in: 'query', name: 'account', value: '{{project}}' }] },
    });
    expect(screen.getByText('142 ms')).toBeTruthy();
  });

  it('that changes something is shown first, and sent once as it was shown', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    await write('job_id (required)', '81450');
    await send();
    const asked = await screen.findByRole('alertdialog', {
      name: 'Send this request? It changes Alpha.',
    });
    expect(asked.textContent).toContain('81450');
    expect(asked.textContent).toContain('authorization: ••••••••');
    expect(document.activeElement?.textContent).toBe('Don’t send');
    expect(inputs('apiConsole.send')).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'Send DELETE' }));
    await waitFor(() => expect(inputs('apiConsole.send')).toHaveLength(1));
    expect(inputs('apiConsole.send')[0]).toMatchObject({
      confirmed: 'a'.repeat(64),
      request: { parameters: [{ in: 'path', name: 'job_id', value: 81450 }] },
    });
  });

  it('the user’s correction decides whether it asks', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    const more = await screen.findByRole('button', { name: 'More about this request' });
    fireEvent.keyDown(more, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Only reads' }));
    await screen.findByText('Reads');
    await send();
    await waitFor(() => expect(inputs('apiConsole.send')).toHaveLength(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says what is missing instead of being sent', async () => {
    const { bridge, inputs } = consoleWorld();
    bridge.answer({
      'apiConsole.prepare': ({ request }) => ({
        ...exactOf(request as ConsoleRequest, 'reads'),
        unknownVariables: ['partition'],
      }),
    });
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await screen.findByText('The variable partition has no value.');
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    fireEvent.click(screen.getByRole('button', { name: /^Send(?! and)/ }));
    expect(inputs('apiConsole.send')).toEqual([]);
  });

  it('asks before it goes to another server', async () => {
    const { bridge } = consoleWorld();
    const allowed: string[] = [];
    bridge.answer({
      'apiConsole.prepare': ({ request }) => ({
        ...exactOf(request as ConsoleRequest, 'reads'),
        ...{ origin: 'https://other.example.org', elsewhere: true, allowed: false },
      }),
      'apiConsole.allowOrigin': ({ origin }) => {
        allowed.push(origin);
      },
    });
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await press(/Allow this server/);
    await waitFor(() => expect(allowed).toEqual(['https://other.example.org']));
  });

  it('stays as it was written while another operation is looked at', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await write('account', 'physics');
    await press(/Cancel a job/);
    await field('job_id (required)');
    await press(/Jobs in the queue/);
    expect((await field('account')) as HTMLInputElement).toHaveProperty('value', 'physics');
  });

  it('is saved under a name by mod+S', async () => {
    const { bridge } = consoleWorld();
    const saved: CallInput<'apiConsole.saveRequest'>[] = [];
    bridge.answer({
      'apiConsole.saveRequest': (input) => {
        saved.push(input);
        return { id: 's1' };
      },
    });
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await write('Name', 'My failures');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved “My failures”.');
    expect(saved[0]).toMatchObject({ id: null, name: 'My failures', request: { method: 'GET' } });
  });

  it('cannot be opened once its description is removed', async () => {
    const request = { server: null, parameters: [], headers: [], body: null };
    const saved = ['d1', 'gone', null].map((descriptionId) => ({
      ...{ id: `s-${descriptionId}`, name: `Of ${descriptionId}`, note: '', savedAt: 1 },
      request: { ...request, descriptionId, operation: null, method: 'GET', path: '/jobs' },
    }));
    await openApp(consoleWorld({ saved }).bridge, '#/console/d1%20GET%20%2Fjobs');
    fireEvent.click(await screen.findByRole('radio', { name: 'Saved' }));
    const of = (name: string) => screen.findByRole('button', { name });
    expect(await of('Of gone')).toHaveProperty('disabled', true);
    expect(await of('Of gone')).toHaveProperty('title', 'Its description was removed.');
    expect(await of('Of d1')).toHaveProperty('disabled', false);
    expect(await of('Of null')).toHaveProperty('disabled', false);
  });
});

describe('lines for other programs', () => {
  it('of PowerShell name the .p12 and need no choice of a shell', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await screen.findByRole('region', { name: 'Exact request' });
    await press(/^Use this request elsewhere/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Use it elsewhere' }));
    expect(dialog.getByRole('radio', { name: 'cmd' })).toBeTruthy();
    expect(dialog.getByText(/Export the PEM file first/)).toBeTruthy();
    const [program] = dialog.getAllByRole('radio', { name: 'PowerShell' });
    if (program) fireEvent.click(program);
    expect(dialog.getByText(/Invoke-WebRequest/)).toBeTruthy();
    expect(dialog.queryByRole('radio', { name: 'cmd' })).toBeNull();
    expect(dialog.getByText(/Export the certificate first, as .*\.p12/)).toBeTruthy();
    expect(dialog.queryByText(/Export the PEM file first/)).toBeNull();
  });
});
