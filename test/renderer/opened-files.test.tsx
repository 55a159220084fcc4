// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import type { SystemProposal } from '../../preload/contract/systems/system-files.ts';
import { openApp } from './app.tsx';
import type { FakeBridge } from './fake-bridge.ts';
import { certificate, createWorld, facts, keyChoice, system } from './world.ts';

const alpha = { systems: [system('alpha', 'Alpha')] };
const proposalOf = (name: string): SystemProposal => ({
  ...{ name, webApiUrl: `https://${name}.example.org`, authUrl: null, genaiUrl: null },
  ...{ authorities: [], route: null, reasoningBack: 'never', texts: { en: null, ja: null } },
  portal: { keysUrl: null, usageUrl: null },
});

/** A main that was handed files; what a system's file says is its name. */
function worldOf(world: Parameters<typeof createWorld>[0], names: readonly string[] = []) {
  const { bridge, keepCertificate } = createWorld(world);
  const waiting = names.map((fileName) => ({
    ...{ kind: 'read' as const, id: 7, fileName },
    bytes: new Uint8Array([...fileName].map((letter) => letter.charCodeAt(0))),
  }));
  bridge.answer({
    'app.takeOpenedFile': () => waiting.shift() ?? null,
    'certificates.read': ({ fileName }) => ({
      ...{ readId: fileName, fileName, proposedName: fileName, leaf: facts(fileName), chain: [] },
      ...{ checks: [], strays: [], keys: [keyChoice(0)], keyIndex: 0, duplicateOf: null },
      needsVault: false,
    }),
    'certificates.keep': ({ name }) => keepCertificate(certificate(`kept ${name}`, name)),
    'systemFiles.read': ({ bytes }) => {
      const [name = ''] = String.fromCharCode(...bytes).split('.');
      if (name === 'bad') throw new AppError('system-file-invalid', { details: { where: '–' } });
      return proposalOf(name);
    },
  });
  return bridge;
}

const named = (...names: string[]) => names.map((name) => new File([name], name));
const read = ({ calls }: FakeBridge) =>
  calls
    .filter(({ name }) => name === 'certificates.read')
    .map(({ input }) => {
      const { fileName, secondFile } = input as {
        fileName: string;
        secondFile?: { fileName: string };
      };
      return secondFile === undefined ? fileName : `${fileName} + ${secondFile.fileName}`;
    });
const drop = (files: readonly File[], on: Element = document.body) =>
  fireEvent.drop(on, {
    dataTransfer: {
      types: ['Files'],
      files,
      items: files.map((file) => ({
        kind: 'file',
        webkitGetAsEntry: () => null,
        getAsFile: () => file,
      })),
    },
  });
const keep = async (name: string) => {
  await screen.findByDisplayValue(name);
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.queryByDisplayValue(name)).toBeNull());
};
const formName = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
const filled = (name: string) => waitFor(async () => expect((await formName()).value).toBe(name));

describe('files that are opened together', () => {
  for (const names of [
    ['mine.p12', 'centre.computedesk'],
    ['centre.computedesk', 'mine.p12'],
  ]) {
    for (const world of [{}, alpha]) {
      const systems = 'systems' in world ? 'with a system' : 'before there is a system';
      it(`are both taken by the form: ${names.join(', ')}, ${systems}`, async () => {
        const bridge = worldOf(world, names);
        await openApp(bridge, '#/machines');
        await keep('mine.p12');
        await filled('centre');
        expect(screen.getByRole('region', { name: 'mine.p12' })).toBeTruthy();
        expect(read(bridge)).toEqual(['mine.p12']);
      });
    }
  }

  it('fill one form after the other: the second system waits until the first is saved', async () => {
    await openApp(worldOf(alpha, ['one.computedesk', 'two.computedesk']), '#/machines');
    await filled('one');
    expect(screen.getByText(/two\.computedesk opens when/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await filled('two');
    expect(screen.queryByText(/opens when/)).toBeNull();
  });

  it('do not pass over one that is refused: it is said until it is dismissed', async () => {
    await openApp(worldOf(alpha, ['bad.computedesk', 'two.computedesk']), '#/machines');
    await screen.findByText(/The content is not as expected/);
    expect(screen.getByText('Open your certificate')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await filled('two');
  });

  it('are paired: a key with its certificate, by name or as the only two', async () => {
    const bridge = worldOf(alpha, ['a.key', 'b.p12', 'a.crt']);
    await openApp(bridge, '#/machines');
    await keep('a.key');
    await keep('b.p12');
    expect(read(bridge)).toEqual(['a.key + a.crt', 'b.p12']);
    await act(async () => drop(named('private.key', 'cert.pem')));
    await keep('private.key');
    expect(read(bridge).at(-1)).toBe('private.key + cert.pem');
  });

  it('are said to be too many where no two halves of several belong together', async () => {
    const bridge = worldOf(alpha, ['k.pem', 'mine.p12', 'c.crt', 'other.cer']);
    await openApp(bridge, '#/machines');
    await screen.findByText(/More than two files/);
    expect(read(bridge)).toEqual([]);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await keep('mine.p12');
    expect(read(bridge)).toEqual(['mine.p12']);
  });

  it('wait for a dialog and for the form of another system, and lose nothing there', async () => {
    const bridge = worldOf(alpha);
    const { stores } = await openApp(bridge, '#/systems/alpha');
    fireEvent.change(await formName(), { target: { value: 'Renamed' } });
    act(() => stores.overlay.setState({ open: { kind: 'shortcuts' } }));
    const shortcuts = await screen.findByRole('dialog');
    await act(async () => drop(named('mine.p12', 'centre.computedesk'), shortcuts));
    expect(screen.getByText(/mine\.p12 opens when you close this dialog/)).toBeTruthy();
    expect(read(bridge)).toEqual([]);
    act(() => stores.overlay.setState({ open: null }));
    await keep('mine.p12');
    expect((await formName()).value).toBe('Renamed');
    expect(screen.getByText(/centre\.computedesk opens when/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await filled('centre');
  });
});

describe('a certificate that is dropped', () => {
  for (const place of ['machines', 'chat', 'clients', 'certificates', 'settings', 'guide']) {
    it(`is imported on ${place}, which stays`, async () => {
      const bridge = worldOf(alpha);
      await openApp(bridge, `#/${place}`);
      await screen.findAllByRole('heading');
      await act(async () => drop(named('mine.p12'), screen.getByRole('main')));
      await keep('mine.p12');
      expect(location.hash).toContain(place);
      await waitFor(() =>
        expect(bridge.calls).toContainEqual({
          name: 'systems.update',
          input: { id: 'alpha', certificateId: 'kept mine.p12' },
        }),
      );
    });
  }

  it('is imported one by one, however many come', async () => {
    const bridge = worldOf(alpha);
    await openApp(bridge, '#/machines');
    await screen.findAllByRole('heading');
    await act(async () => drop(named('1.p12', '2.pfx', '3.p12', '4.P12')));
    for (const name of ['1.p12', '2.pfx', '3.p12', '4.P12']) await keep(name);
    expect(read(bridge)).toEqual(['1.p12', '2.pfx', '3.p12', '4.P12']);
  });

  it('is told from other files, which are named', async () => {
    const bridge = worldOf(alpha);
    await openApp(bridge, '#/machines');
    await screen.findAllByRole('heading');
    await act(async () => drop(named('notes.txt')));
    expect(await screen.findByText(/^notes\.txt cannot be opened here/)).toBeTruthy();
    expect(read(bridge)).toEqual([]);
  });
});
