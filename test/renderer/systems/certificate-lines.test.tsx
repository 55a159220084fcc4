// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp } from '../app.tsx';
import { certificate, createWorld, system } from '../world.ts';

describe('an export as PEM', () => {
  it('ends with lines that use the file at the system, with its authorities', async () => {
    const authority = { subject: 'CN=Own', notAfter: '2036-01-01T00:00:00.000Z', pem: 'PEM' };
    const authorities = [{ ...authority, fingerprint: 'ab'.repeat(32) }];
    const { bridge } = createWorld({
      systems: [
        system('other', 'Other', { route: 'token' }),
        system('alpha', 'Alpha', { authorities, certificateId: 'c1' }),
        system('beta', 'Beta'),
      ],
      certificates: [certificate('c1', 'Work', { usedBy: ['alpha'] })],
    });
    bridge.answer({
      'certificates.exportPem': () => ({ kind: 'saved', path: "/files/it's mine.pem" }),
      'genai.exportAuthorities': () => ({ kind: 'cancelled' }),
    });
    await openApp(bridge, '#/certificates');
    const menu = await screen.findByRole('button', { name: 'Actions for Work' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as PEM' }));
    const form = within(await screen.findByRole('dialog', { name: 'Export Work as PEM' }));
    for (const label of ['New passphrase', 'Repeat the passphrase']) {
      fireEvent.change(form.getByLabelText(label), { target: { value: 'new one' } });
    }
    fireEvent.click(form.getByRole('button', { name: 'Export' }));
    await screen.findByText("/files/it's mine.pem");
    const dialog = within(screen.getByRole('dialog', { name: 'Export Work as PEM' }));
    const textOf = (name: string) => dialog.getByRole('region', { name }).textContent;
    expect(textOf('curl')).toContain("--cert '/files/it'\\''s mine.pem'");
    expect(textOf('curl')).toContain('--cacert authorities.pem');
    expect(textOf('curl')).toContain("'https://api.alpha.example.org/status/'");
    expect(dialog.getByText(/curl asks for the key’s passphrase/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: 'PowerShell' }));
    expect(textOf('curl')).toContain('curl.exe --fail-with-body `');
    expect(dialog.getByText(/The curl of Windows/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: 'Node.js' }));
    expect(textOf('Node.js')).toContain('readFileSync("authorities.pem")');
    expect(textOf('Environment')).toContain('PEM_PASSPHRASE');
    fireEvent.click(dialog.getByRole('button', { name: 'Save authorities.pem' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'genai.exportAuthorities',
        input: { systemId: 'alpha' },
      }),
    );
    expect(dialog.getByText(/^Other: requests use only a token/)).toBeTruthy();
    const systems = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'System' });
    expect([...systems.options].map(({ text }) => text)).toEqual(['Alpha', 'Beta']);
    fireEvent.change(systems, { target: { value: 'beta' } });
    expect(textOf('Node.js')).not.toContain('authorities');
  });

  it.each([
    [
      'of a system with calls by token',
      [system('other', 'Other', { route: 'token' })],
      /^Other: requests use only a token.* “Certificate” or “Both” under Session/,
    ],
    [
      'of a system without a Web API',
      [system('ai', 'AI', { webApiUrl: '' })],
      /No system has a Web API/,
    ],
  ])('%s says why there are no lines', async (_, systems, why) => {
    const { bridge } = createWorld({ systems, certificates: [certificate('c1', 'Work')] });
    bridge.answer({ 'certificates.exportPem': () => ({ kind: 'saved', path: '/files/Work.pem' }) });
    await openApp(bridge, '#/certificates');
    const menu = await screen.findByRole('button', { name: 'Actions for Work' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as PEM' }));
    const form = within(await screen.findByRole('dialog', { name: 'Export Work as PEM' }));
    fireEvent.click(form.getByLabelText('Not encrypted'));
    fireEvent.click(form.getByRole('button', { name: 'Export unencrypted' }));
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'curl' })).toBeNull();
  });

  it('that a browser saves says where it lies and that others may read it there', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha')],
      certificates: [certificate('c1', 'Work')],
    });
    bridge.answer({
      'certificates.exportPem': () => ({ kind: 'download', path: '/download/x', name: 'Work.pem' }),
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await openApp(bridge, '#/certificates');
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for Work' }), {
      key: 'Enter',
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as PEM' }));
    const form = within(await screen.findByRole('dialog', { name: 'Export Work as PEM' }));
    fireEvent.click(form.getByLabelText('Not encrypted'));
    fireEvent.click(form.getByRole('button', { name: 'Export unencrypted' }));
    await screen.findByText(
      /download folder. Other users of this computer may be able to read it there.*chmod 600/,
    );
    const links = clicked.mock.instances.map((link) => new URL(String(link)).pathname);
    clicked.mockRestore();
    expect(links).toEqual(['/download/x']);
  });
});
