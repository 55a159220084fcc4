// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { certificateFile, openApp } from '../app.tsx';
import { createWorld, machine, system } from '../world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];

/** Goes on to the addresses of a new system. */
const withoutCertificate = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Continue without a certificate' }));

describe('the first screen', () => {
  it('offers the demo and connecting, and says why the demo did not start', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'systems.openDemo': () => {
        throw new AppError('demo-not-running', { details: { reason: 'deadline' } });
      },
    });
    await openApp(bridge);
    // a file that is chosen, the operator's, a key, none of them; addresses, a backup, the guide
    expect((await screen.findAllByRole('button')).length).toBe(7);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file…' }));
    fireEvent.click(screen.getByRole('button', { name: /Nothing yet: open the demo/ }));
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining('demo'),
      ),
    );
  });

  it('ends on the machines of the system that was connected to', async () => {
    const { bridge } = createWorld({ machines });
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: 'Enter addresses by hand' }));
    const type = async (label: string, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type('Web API address', 'https://api.alpha.example.org/');
    await screen.findByText('api.alpha.example.org answers.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Capella')).toBeTruthy();
    expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
      name: 'Alpha',
      webApiUrl: 'https://api.alpha.example.org',
      authUrl: null,
      genaiUrl: null,
    });
  });

  it('adds nothing once the user has gone back while it was checked', async () => {
    const { bridge } = createWorld({ machines });
    const answers: ((tried: { failed: null; machines: null }) => void)[] = [];
    bridge.answer({ 'trial.tryOut': () => new Promise((resolve) => answers.push(resolve)) });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const address = await screen.findByLabelText('Web API address');
    fireEvent.change(address, { target: { value: 'https://api.alpha.example.org/' } });
    await screen.findByText('api.alpha.example.org answers.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByLabelText('Web API address');
    answers[0]?.({ failed: null, machines: null });
    // a second check, which is answered, is the first to add something
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(bridge.calls.filter(({ name }) => name === 'systems.add')).toEqual([]);
    answers[1]?.({ failed: null, machines: null });
    expect(await screen.findByText('Capella')).toBeTruthy();
    expect(bridge.calls.filter(({ name }) => name === 'systems.add')).toHaveLength(1);
  });

  it('takes any address of the identity provider, says what it was understood as, and keeps its realm', async () => {
    const { bridge } = createWorld({ machines });
    const settings: unknown[] = [];
    bridge.answer({
      'trial.reach': ({ field }) => ({
        ...{ reached: true, fits: field !== 'genai', problem: null },
        provider:
          field === 'identityProvider'
            ? { address: 'https://id.example.org', realmPath: '/realms/hpc' }
            : null,
      }),
      'session.updateSettings': (change) => {
        settings.push(change);
        throw new AppError('internal');
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const type = async (label: RegExp, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type(/^Name/, 'Alpha');
    await type(/^Web API/, 'https://api.alpha.example.org');
    await type(/^Generative AI/, 'https://www.example.org');
    await type(/^Identity provider/, 'https://id.example.org/realms/hpc/account');
    await screen.findByText('id.example.org answers. Used as https://id.example.org/realms/hpc.');
    await screen.findByText(/^www.example.org answers, but it is not a generative AI service/);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(settings).toEqual([{ systemId: 's1', realmPath: '/realms/hpc' }]));
    expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
      authUrl: 'https://id.example.org',
    });
  });

  it('adds one system, however often Connect is pressed because its realm could not be kept', async () => {
    const { bridge } = createWorld({ machines, systems: [system('old', 'Old')] });
    let kept = 0;
    bridge.answer({
      'trial.reach': ({ field }) => ({
        ...{ reached: true, fits: true, problem: null },
        provider:
          field === 'identityProvider'
            ? { address: 'https://id.example.org', realmPath: '/realms/hpc' }
            : null,
      }),
      'session.updateSettings': () => {
        kept += 1;
        throw new AppError('internal');
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const type = async (label: RegExp, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type(/^Name/, 'Alpha');
    await type(/^Web API/, 'https://api.alpha.example.org');
    await type(/^Identity provider/, 'https://id.example.org/realms/hpc/account');
    await screen.findByText('id.example.org answers. Used as https://id.example.org/realms/hpc.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(kept).toBe(1));
    await screen.findByText('An error occurred in the app.');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await type(/^Name/, 'Beta');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(kept).toBe(2));
    const added = expect.not.stringMatching('old');
    const sent = (of: string) => bridge.calls.filter(({ name }) => name === of);
    expect(sent('systems.add')).toHaveLength(1);
    expect(sent('systems.update').map(({ input }) => input)).toMatchObject([
      { id: added, name: 'Beta', authUrl: 'https://id.example.org' },
    ]);
  });

  it('adds nothing when a certificate is imported in the middle of it', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'certificates.read': () => {
        throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    fireEvent.change(await screen.findByLabelText('Name in the sidebar'), {
      target: { value: 'Alpha' },
    });
    fireEvent.change(screen.getByLabelText('Web API address'), {
      target: { value: 'https://api.alpha.example.org' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add…' }));
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [certificateFile()], items: [] },
    });
    const passphrase = await screen.findByLabelText('Passphrase');
    fireEvent.submit(passphrase.closest('form') ?? passphrase);
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'certificates.read')).toHaveLength(2),
    );
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });

  it('takes no more authorities than main does, none twice, and reads no file that is too large', async () => {
    const { bridge } = createWorld();
    const authority = (at: number) => ({
      ...{ subject: `CN=Root ${at}`, notAfter: '2036-01-01T00:00:00.000Z', pem: `PEM ${at}` },
      fingerprint: at.toString(16).padStart(64, '0'),
    });
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => authority(from + at));
    const inFiles = [some(0, 15), some(10, 20), some(20, 21)];
    bridge.answer({ 'systems.readAuthorities': () => inFiles.shift() ?? [] });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    await screen.findByLabelText('Name in the sidebar');
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const give = (file: File) => {
      const [field] = document.querySelectorAll('[data-authorities] input[type=file]');
      if (!field) throw new Error('no field for authorities');
      fireEvent.change(field, { target: { files: [file] } });
    };
    const listed = () => screen.queryAllByRole('button', { name: /^Remove Root/ }).length;
    const pem = new File(['PEM'], 'authority.pem');
    give(pem);
    await waitFor(() => expect(listed()).toBe(15));
    give(pem);
    await waitFor(() => expect(listed()).toBe(20));
    give(pem);
    await screen.findByText(/more authorities than a system can have \(20\)/);
    expect(listed()).toBe(20);
    const large = new File(['PEM'], 'large.pem');
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 });
    const reads = () => bridge.calls.filter(({ name }) => name === 'systems.readAuthorities');
    give(large);
    await screen.findByText(/too large to be a certificate/);
    expect(reads()).toHaveLength(3);
  });

  it('adds nothing while an address is not usable', async () => {
    const { bridge } = createWorld();
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    fireEvent.change(await screen.findByLabelText('Name in the sidebar'), {
      target: { value: 'Alpha' },
    });
    fireEvent.change(screen.getByLabelText('Web API address'), { target: { value: 'alpha' } });
    await screen.findByText(/not a complete address/);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });
});

describe('a system that is set up', () => {
  const alpha = system('alpha', 'Alpha', { genaiUrl: 'https://ai.alpha.example.org' });
  const openForm = async () => {
    const { bridge } = createWorld({ systems: [alpha] });
    await openApp(bridge, '#/systems/alpha');
    await screen.findByRole('heading', { level: 1, name: 'Edit Alpha' });
    const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
    const type = (name: RegExp, value: string) =>
      fireEvent.change(field(name), { target: { value } });
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const updates = () => bridge.calls.filter(({ name }) => name === 'systems.update');
    return { bridge, field, type, save, updates };
  };

  it('is changed where its fields were, and loses an address that is taken away', async () => {
    const { field, type, save, updates } = await openForm();
    expect(field(/^Web API/).value).toBe('https://api.alpha.example.org');
    type(/^Name/, 'Alpha two');
    type(/^Generative AI/, '');
    save();
    expect(await screen.findByText('Saved Alpha two.')).toBeTruthy();
    expect(updates().map(({ input }) => input)).toEqual([
      expect.objectContaining({ id: 'alpha', name: 'Alpha two', genaiUrl: null, authUrl: null }),
    ]);
  });

  it('of generative AI alone goes to Chat first, and the screens without a service say so in a line', async () => {
    const { type, save, updates } = await openForm();
    const names = () =>
      within(screen.getByRole('navigation', { name: 'Screens' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(names()).toEqual([
      'Machines',
      'Chat',
      'Clients',
      'Certificates',
      'User’s guide',
      'Settings',
    ]);
    type(/^Web API/, '');
    save();
    await screen.findByRole('main', { name: 'Chat' });
    expect(updates().map(({ input }) => input)).toMatchObject([{ webApiUrl: '', authUrl: null }]);
    expect(names()).toEqual([
      'Chat',
      'Certificates',
      'Machines',
      'Clients',
      'User’s guide',
      'Settings',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Machines' }));
    expect(
      await screen.findByText(/^This system has no Web API: there are no machines/),
    ).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clients' }));
    expect(await screen.findByText(/no identity provider: there are no clients/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Session/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add its address' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit Alpha' });
  });

  it('of generative AI alone is where a window that was just opened begins: in Chat', async () => {
    const { bridge } = createWorld({ systems: [{ ...alpha, webApiUrl: '' }] });
    await openApp(bridge);
    await screen.findByRole('main', { name: 'Chat' });
  });

  it('says how long a request may last, and whether marked thinking is reasoning', async () => {
    const { type, save, updates } = await openForm();
    const think = screen.getByRole('checkbox', { name: /^Read <think>/ });
    expect(think).toHaveProperty('checked', true);
    fireEvent.click(think);
    type(/^Longest request/, '5');
    save();
    screen.getByText('Enter a number of seconds from 10 to 86400.');
    expect(updates()).toEqual([]);
    type(/^Longest request/, '3600');
    save();
    await screen.findByText(/^Saved/);
    expect(updates().map(({ input }) => input)).toMatchObject([
      { longestRequest: 3600, thinkTags: false },
    ]);
  });

  it('names the field that controls reasoning, and its choices', async () => {
    const { type, save, updates } = await openForm();
    type(/^Field that controls/, 'model');
    save();
    screen.getByText('Enter the name of a field; dots stand for fields within fields.');
    type(/^Field that controls/, ' chat_template_kwargs.enable_thinking ');
    save();
    screen.getByText('Enter 1 to 20 choices.');
    expect(updates()).toEqual([]);
    type(/^Its choices/, 'true\n\n false \ntrue');
    save();
    await screen.findByText(/^Saved/);
    const field = 'chat_template_kwargs.enable_thinking';
    expect(updates().map(({ input }) => input)).toMatchObject([
      { reasoningControl: { field, choices: ['true', 'false'] } },
    ]);
  });

  it('says when its models get their reasoning back', async () => {
    const { save, updates } = await openForm();
    const choice = screen.getByRole('combobox', { name: 'Reasoning sent back to the model' });
    expect(choice).toHaveProperty('value', 'in-tool-rounds');
    fireEvent.change(choice, { target: { value: 'never' } });
    save();
    expect(await screen.findByText('Saved Alpha.')).toBeTruthy();
    expect(updates().map(({ input }) => input)).toMatchObject([{ reasoningBack: 'never' }]);
  });

  it('keeps what was typed where main refuses it, and says why', async () => {
    const { bridge, field, type, save } = await openForm();
    bridge.answer({
      'systems.update': () => {
        throw new AppError('not-found');
      },
    });
    type(/^Name/, 'Alpha two');
    save();
    expect(await screen.findByText('This item no longer exists.')).toBeTruthy();
    expect(field(/^Name/).value).toBe('Alpha two');
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Alpha' })).toBeTruthy();
  });

  it('is not saved without any service: the first is then marked, with the text of the others kept', async () => {
    const { field, type, save, updates } = await openForm();
    type(/^Name/, 'Alpha two');
    type(/^Web API/, '  ');
    type(/^Generative AI/, '');
    save();
    expect(await screen.findByText(/^Enter the Web API address or/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/^Web API/)));
    expect(field(/^Name/).value).toBe('Alpha two');
    expect(updates()).toEqual([]);
  });

  it('that was removed meanwhile says so', async () => {
    const { bridge } = createWorld({ systems: [alpha] });
    await openApp(bridge, '#/systems/gone');
    expect(await screen.findByText('This system is no longer set up')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to Machines' }));
    await screen.findByRole('heading', { level: 1, name: 'Machines' });
  });
});
