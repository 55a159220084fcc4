import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen } from '@testing-library/react';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { ConsoleState } from '../../../../preload/contract/work/console.ts';
import type { Exchange } from '../../../../preload/contract/work/console-answers.ts';
import type {
  Operation,
  OperationDetail,
} from '../../../../preload/contract/work/console-descriptions.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../preload/contract/work/console-requests.ts';
import { createWorld, noPolicy, system } from '../../world.ts';

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
export const operation = (key: string, change: Partial<Operation> = {}): Operation => {
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

export const detailOf = (key: string) => ({
  ...(operations.find((one) => one.key === key) ?? operation(key)),
  ...{ description: '', note: '', parameters: [], body: null, answers: [], servers: [] },
  ...{ security: [], schemas: {}, cut: false, draft: null },
  ...parts[key],
});

export const exactOf = (request: ConsoleRequest, effect: Operation['effect']): ExactRequest => ({
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

/** A system with one description, over a main that answers each request alike. */
export function consoleWorld(
  change: Partial<ConsoleState> = {},
  lock = false,
  more: readonly Operation[] = [],
) {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  const state: ConsoleState = {
    ...{ systemId: 'alpha', locked: lock, offersDemo: true, origin: description.server },
    ...{ descriptions: [description], saved: [], allowedOrigins: [], downloads: [] },
    variables: [{ name: 'project', value: 'ml-research', secret: false }],
    ...change,
  };
  const effects = new Map<string, Operation['effect']>();
  const all = () =>
    [...operations, ...more].map((one) => ({ ...one, effect: effects.get(one.key) ?? one.effect }));
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

export const field = (name: string) => screen.findByRole('textbox', { name });
export const write = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
/** As the keyboard does it in the editor. */
export const writeBody = async (text: string) => {
  const editor = EditorView.findFromDOM(await field('Body, application/json'));
  const to = editor?.state.doc.length ?? 0;
  act(() => editor?.dispatch({ changes: { from: 0, to, insert: text } }));
};
/** Presses the button of that name. */
export const press = async (name: RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const send = async () => {
  await screen.findByRole('region', { name: 'Exact request' });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
};
