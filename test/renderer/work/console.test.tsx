// @vitest-environment jsdom
import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../preload/contract/index.ts';
import type { ConsoleState } from '../../../preload/contract/work/console.ts';
import type { Exchange } from '../../../preload/contract/work/console-answers.ts';
import type {
  Operation,
  OperationDetail,
} from '../../../preload/contract/work/console-descriptions.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../preload/contract/work/console-requests.ts';
import { openApp } from '../app.tsx';
import { createWorld, noPolicy, system } from '../world.ts';

const description: ConsoleState['descriptions'][number] = {
  id: 'd1',
  title: 'Slurm REST',
  version: '0.0.38',
  format: 'OpenAPI 3.0.2',
  importedAt: 1,
  source: 'slurm.json',
  operations: 3,
  warnings: [{ code: 'same-id', line: 12, about: 'GET /ping' }],
  moreWarnings: 0,
  server: 'https://api.alpha.example.org',
};
const operation = (key: string, change: Partial<Operation> = {}): Operation => {
  const [method = '', path = ''] = key.split(' ');
  const effect = method === 'GET' ? 'reads' : 'changes';
  return {
    ...{ key, method, path, effect, effectBy: 'method', operationId: null },
    ...{ tags: ['slurm'], summary: '', deprecated: false },
    ...change,
  };
};
const operations = [
  operation('GET /jobs', { summary: 'Jobs in the queue' }),
  operation('POST /job/submit', { summary: 'Submit a job' }),
  operation('DELETE /job/{job_id}', { summary: 'Cancel a job', tags: ['slurm · jobs'] }),
];
const parts: Readonly<Record<string, Partial<OperationDetail>>> = {
  'GET /jobs': {
    parameters: [
      {
        ...{ in: 'query', name: 'account', required: false, deprecated: false },
        ...{ description: 'Account to filter by', schema: { type: 'string' } },
      },
      {
        ...{ in: 'query', name: 'state', required: false, deprecated: false, description: '' },
        schema: {
          type: 'array',
          items: { type: 'string', enum: ['FAILED', 'TIMEOUT', 'RUNNING'] },
        },
      },
    ],
  },
  'POST /job/submit': {
    body: {
      required: true,
      description: '',
      contents: [{ type: 'application/json', schema: { $ref: '#/job' } }],
    },
    schemas: {
      '#/job': {
        type: 'object',
        required: ['script', 'job'],
        properties: {
          script: { type: 'string', description: 'The script' },
          job: {
            allOf: [{ $ref: '#/named' }, { properties: { nodes: { type: 'integer' } } }],
          },
          after: { $ref: '#/job' },
          limit: { oneOf: [{ type: 'integer' }, { type: 'string', title: 'Text' }] },
        },
      },
      '#/named': { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
  'DELETE /job/{job_id}': {
    parameters: [
      {
        ...{ in: 'path', name: 'job_id', required: true, deprecated: false, description: '' },
        schema: { type: 'integer' },
      },
    ],
  },
};

const detailOf = (key: string) => ({
  ...(operations.find((one) => one.key === key) ?? operation(key)),
  ...{ description: '', note: '', parameters: [], body: null, answers: [], servers: [] },
  ...{ security: [], schemas: {}, cut: false, draft: null },
  ...parts[key],
});

const exactOf = (request: ConsoleRequest, effect: Operation['effect']): ExactRequest => ({
  method: request.method,
  url: `https://api.alpha.example.org${request.path}?${JSON.stringify(request.parameters)}`,
  origin: 'https://api.alpha.example.org',
  elsewhere: false,
  allowed: true,
  headers: [{ name: 'authorization', value: '••••••••', secret: true }],
  body: request.body?.kind === 'text' ? request.body.text : null,
  bodySize: 0,
  certificate: true,
  token: true,
  effect,
  effectBy: 'method',
  variables: [],
  unknownVariables: [],
  missing: [],
  hash: 'a'.repeat(64),
});

const done: Exchange = {
  id: 'x1',
  systemId: 'alpha',
  state: 'done',
  startedAt: 1,
  waitedMs: 88,
  durationMs: 142,
  problem: null,
  answer: {
    status: 200,
    url: 'https://api.alpha.example.org/jobs',
    headers: [{ name: 'content-type', value: 'application/json' }],
    type: 'application/json',
    kind: 'json',
    size: 180,
    whole: true,
    lines: 0,
    redirect: null,
  },
};
const answered = {
  jobs: [
    { job_id: 7, name: 'train', state: 'FAILED' },
    { job_id: 12, name: '=1+1', state: 'TIMEOUT' },
  ],
};

function consoleWorld(change: Partial<ConsoleState> = {}, lock = false) {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  const state: ConsoleState = {
    ...{ systemId: 'alpha', locked: lock, offersDemo: true, origin: description.server },
    ...{ descriptions: [description], saved: [], allowedOrigins: [], downloads: [] },
    variables: [{ name: 'project', value: 'ml-research', secret: false }],
    ...change,
  };
  const effects = new Map<string, Operation['effect']>();
  const all = () =>
    operations.map((one) => ({ ...one, effect: effects.get(one.key) ?? one.effect }));
  bridge.answer({
    ...(lock && {
      'policy.snapshot': () => ({
        ...noPolicy,
        locks: [{ lock: 'noApiConsole' as const, places: ['/etc/policy'], later: false }],
      }),
    }),
    'apiConsole.snapshot': () => state,
    'consoleOperations.snapshot': all,
    'apiConsole.operation': ({ key }) => detailOf(key),
    'apiConsole.prepare': ({ request }) =>
      exactOf(
        request as ConsoleRequest,
        all().find(({ key }) => key === request.operation)?.effect ?? 'changes',
      ),
    'apiConsole.send': () => ({ id: 'x1' }),
    'consoleExchange.snapshot': () => done,
    'apiConsole.body': () => ({ text: JSON.stringify(answered) }),
    'apiConsole.setEffect': ({ key, effect }) => {
      if (effect === null) effects.delete(key);
      else effects.set(key, effect);
      bridge.emit('consoleOperations.changed', { systemId: 'alpha', descriptionId: 'd1' });
    },
    'apiConsole.saveRequest': () => ({ id: 's1' }),
    'apiConsole.keepDraft': () => undefined,
    'apiConsole.setVariable': () => undefined,
    'consoleHistory.snapshot': () => ({ entries: [], more: false }),
    'app.saveText': () => ({ kind: 'saved', path: '/x' }),
  });
  const inputs = <N extends 'apiConsole.send' | 'apiConsole.prepare' | 'app.saveText'>(name: N) =>
    bridge.calls.filter((one) => one.name === name).map(({ input }) => input as CallInput<N>);
  return { bridge, inputs };
}

const field = (name: string) => screen.findByRole('textbox', { name });
const write = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
/** As the keyboard does it in the editor. */
const writeBody = async (text: string) => {
  const editor = EditorView.findFromDOM(await field('Body, application/json'));
  const to = editor?.state.doc.length ?? 0;
  act(() => editor?.dispatch({ changes: { from: 0, to, insert: text } }));
};
const open = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const send = async () => {
  await screen.findByRole('region', { name: 'Exact request' });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
};

describe('where there is the screen', () => {
  it('mod+5 opens it, and the operator’s lock takes it away', async () => {
    const { bridge } = consoleWorld();
    const { unmount } = await openApp(bridge, '#/machines');
    await screen.findByRole('button', { name: 'API console' });
    fireEvent.keyDown(document.body, { key: '5', ctrlKey: true });
    await screen.findByText('Jobs in the queue');
    unmount();

    const locked = consoleWorld({}, true);
    await openApp(locked.bridge, '#/console');
    await screen.findByText('Your system’s operator has locked the API console.');
    expect(screen.queryByRole('button', { name: 'API console' })).toBeNull();
    expect(locked.bridge.calls.some(({ name }) => name.startsWith('apiConsole'))).toBe(false);
  });
});

describe('importing', () => {
  it('an empty console takes a file, and says what a newer one changed', async () => {
    const { bridge } = consoleWorld();
    const taken: CallInput<'apiConsole.importDescription'>[] = [];
    bridge.answer({
      'apiConsole.importDescription': (input) => {
        taken.push(input);
        return { id: 'd1', changes: { added: ['GET /nodes'], removed: [], changed: [] } };
      },
    });
    await openApp(bridge, '#/console');
    const input = await screen.findByLabelText('From a file…', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['{}'], 'api.json')] } });
    const report = await screen.findByRole('dialog', { name: 'Slurm REST was updated' });
    expect(within(report).getByText('GET /nodes')).toBeTruthy();
    expect(taken[0]).toMatchObject({ from: { kind: 'file', name: 'api.json' }, replaces: null });
  });

  it('the demo’s description is one press away', async () => {
    const { bridge } = consoleWorld({ descriptions: [] });
    const taken: string[] = [];
    bridge.answer({
      'apiConsole.importDescription': ({ from }) => {
        taken.push(from.kind);
        return { id: 'd1', changes: null };
      },
    });
    await openApp(bridge, '#/console');
    await open(/Use the demo’s description/);
    await waitFor(() => expect(taken).toEqual(['demo']));
    expect(window.location.hash).toBe('#/console/d1');
  });

  it('warnings are told and stand in nobody’s way', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console');
    await open(/1 warning in the description/);
    const dialog = await screen.findByRole('dialog', { name: 'Warnings: Slurm REST' });
    expect(within(dialog).getByText(/have the same id/).textContent).toContain('(line 12)');
  });
});

describe('the list', () => {
  it('finds operations by words, and marks those that change something', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console');
    await screen.findByText('Jobs in the queue');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find operations' }), {
      target: { value: 'job delete' },
    });
    expect(screen.queryByText('Jobs in the queue')).toBeNull();
    const row = screen.getByText('Cancel a job').closest('button') as HTMLElement;
    expect(within(row).getByRole('img', { name: 'Changes something' })).toBeTruthy();
  });
});

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
    await open(/Allow this server/);
    await waitFor(() => expect(allowed).toEqual(['https://other.example.org']));
  });

  it('stays as it was written while another operation is looked at', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await write('account', 'physics');
    await open(/Cancel a job/);
    await field('job_id (required)');
    await open(/Jobs in the queue/);
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

describe('form and raw', () => {
  const body = (inputs: ReturnType<typeof consoleWorld>['inputs']) => {
    const last = inputs('apiConsole.prepare').at(-1)?.request.body;
    return last?.kind === 'text' ? (JSON.parse(last.text) as unknown) : null;
  };

  it('fields of $ref, allOf and oneOf write the JSON, and the JSON fills the fields', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await write('script (required)', '#!/bin/sh');
    await write('name (required)', 'train');
    await write('nodes', '4');
    await waitFor(() =>
      expect(body(inputs)).toEqual({ script: '#!/bin/sh', job: { name: 'train', nodes: 4 } }),
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{"script":"x","job":{"name":"other"},"own":[1]}');
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    expect(await field('name (required)')).toHaveProperty('value', 'other');
    await write('name (required)', 'third');
    await waitFor(() =>
      expect(body(inputs)).toEqual({ script: 'x', job: { name: 'third' }, own: [1] }),
    );
  });

  it('the place where a body is no JSON is marked and named, until it is right', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{\n  "script": "x",\n  "nodes" 4\n}');
    const line = await screen.findByText(
      'Line 3, column 11: A colon is missing after the field name.',
    );
    expect(document.querySelector('.cm-fault')?.textContent).toBe('4');
    const text = await field('Body, application/json');
    expect(text.getAttribute('aria-describedby')).toBe(line.closest('[id]')?.id);
    await writeBody('{\n  "script": "x",\n  "nodes": 4\n}');
    await waitFor(() => expect(screen.queryByText(/^Line 3/)).toBeNull());
    expect(document.querySelector('.cm-fault')).toBeNull();
  });

  it('a schema that contains itself opens level by level', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    await open(/^after$/);
    expect(await screen.findAllByRole('textbox', { name: 'script (required)' })).toHaveLength(2);
  });

  it('text that is no JSON stays, and is corrected as text', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{"a": {{n}}}');
    expect(screen.queryByText(/^Line/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await screen.findByText(/The body is not JSON/);
    await waitFor(() =>
      expect(inputs('apiConsole.prepare').at(-1)?.request.body).toMatchObject({
        text: '{"a": {{n}}}',
      }),
    );
  });
});

describe('a response', () => {
  it('is a table that is filtered and saved without formulas', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    await send();
    const table = await screen.findByRole('table', { name: 'jobs[]' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() =>
      expect(inputs('app.saveText')[0]?.text).toBe(
        "job_id,name,state\r\n7,train,FAILED\r\n12,'=1+1,TIMEOUT\r\n",
      ),
    );
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter 2 records' }), {
      target: { value: 'timeout' },
    });
    expect(within(table).getAllByRole('row')).toHaveLength(2);
  });

  it('is searched as text, and its headers are told', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    await send();
    fireEvent.click(await screen.findByRole('radio', { name: 'Text' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in the response' }), {
      target: { value: 'train' },
    });
    await screen.findByText('1 line');
    fireEvent.click(screen.getByRole('radio', { name: 'Headers 1' }));
    await screen.findByText('content-type');
  });
});

describe('what is being written', () => {
  it('is kept a moment later, is there when the screen opens again, and goes with a fresh start', async () => {
    const { bridge } = consoleWorld();
    const kept = () =>
      bridge.calls.flatMap(({ name, input }) =>
        name === 'apiConsole.keepDraft' ? [input as CallInput<'apiConsole.keepDraft'>] : [],
      );
    const { unmount } = await openApp(bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    await write('job_id (required)', '77');
    await waitFor(() => expect(kept()).toHaveLength(1));
    const [first] = kept();
    expect(first).toMatchObject({
      key: 'DELETE /job/{job_id}',
      request: { parameters: [{ in: 'path', name: 'job_id', value: 77 }] },
    });
    unmount();

    const again = consoleWorld();
    const draft = (first?.request ?? null) as ConsoleRequest | null;
    again.bridge.answer({
      'apiConsole.operation': ({ key }) => ({ ...detailOf(key), draft }),
    });
    await openApp(again.bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    expect(await field('job_id (required)')).toHaveProperty('value', '77');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'More about this request' }), {
      button: 0,
      ctrlKey: false,
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Start over' }));
    expect(await field('job_id (required)')).toHaveProperty('value', '');
    await waitFor(() =>
      expect(again.bridge.calls.at(-1)).toMatchObject({
        name: 'apiConsole.keepDraft',
        input: { request: null },
      }),
    );
  });
});

describe('lines for other programs', () => {
  it('of PowerShell name the .p12 and need no choice of a shell', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await screen.findByRole('region', { name: 'Exact request' });
    await open(/^Use this request elsewhere/);
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
