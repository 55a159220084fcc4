import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createTools, type ToolDefinition, type Tools } from '../../../main/chat/tools/index.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { nobody } from '../../support/worlds/genai.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';

const [onlyReads, canWrite] = ['read', 'write'] as const;
const ownNames = [onlyReads, canWrite] as const;
type OwnName = (typeof ownNames)[number];
/** What is different about a tool's later versions. */
const versions = ['as it was', 'other words', 'other program'] as const;
type Version = (typeof versions)[number];

const ownName = fc.constantFrom(...ownNames);
const conversation = fc.constantFrom('c', 'd');
const version = fc.constantFrom(...versions);
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        ownName,
        conversation,
        input: fc.integer({ min: 0, max: 2 }),
        untrusted: fc.boolean(),
        answer: fc.constantFrom('refuse', 'once', 'conversation', 'always'),
        // while the user is asked, or after the permission and before the run
        meanwhile: fc.option(fc.record({ at: fc.constantFrom('asked', 'allowed'), version }), {
          freq: 4,
        }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('decide' as const),
        ownName,
        approval: fc.constantFrom('ask' as const, 'always' as const, 'never' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), version }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
  ),
  { maxLength: 30, size: 'max' },
);
type Step = (typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never) & object;
type Call = Extract<Step, { readonly kind: 'call' }>;

/** What the user allowed: a tool, as it then was, for a conversation or all. */
interface Grant {
  readonly ownName: OwnName;
  readonly version: Version;
  readonly where: string;
}

type Answered = 'refused' | 'allowed' | 'again';

const serverId = 'server';
const database = await startMemoryStorage();

/** The registry of tools on a real database, with the tools of one server, and what the user allowed by the rules. */
async function startDesk(ran: { yes: number; asked: number; no: number }) {
  let registry: Tools;
  let now: Version = 'as it was';
  let remove = (): void => undefined;
  let grants: Grant[] = [];
  const never = new Set<OwnName>();
  /** What ran since it was last looked at. */
  const done: string[] = [];
  let onQuestion: (() => void) | null = null;

  const said = (name: OwnName, input: unknown): string => JSON.stringify([name, now, input]);
  const tool = (name: OwnName): ToolDefinition => {
    const words = now;
    return {
      name: `test__${name}`,
      description: words === 'other words' ? 'Other words.' : 'Words.',
      parameters: {},
      approval: 'ask',
      origin: {
        ...{ serverId, name: 'test', where: 'here', systemId: null, ownName: name },
        identity: words === 'other program' ? 'two' : 'one',
        writes: name === canWrite,
      },
      run: async (input) => {
        done.push(JSON.stringify([name, words, input]));
        return 'done';
      },
    };
  };
  const register = (): void => {
    remove();
    remove = registry.register(ownNames.map(tool));
  };
  const change = (to: Version): void => {
    now = to;
    register();
  };
  const emit: Emit = (name, value) => {
    if (name === 'toolRequests.changed' && (value as readonly unknown[]).length > 0) onQuestion?.();
  };
  const addServer = () =>
    database.run({
      sql: `INSERT INTO tool_servers (id, name, slug, target, revision, enabled, tools, left_out, added_at)
        VALUES (?, 'test', 'test', '{}', '1', 1, '[]', 0, '')`,
      params: [serverId],
    });
  const start = async (): Promise<void> => {
    const machines = { snapshot: () => Promise.reject(new Error('not asked')) };
    registry = await createTools({ database, emit, machines });
    remove = () => undefined;
    register();
  };
  await database.run({ sql: 'DELETE FROM tool_servers' });
  await addServer();
  await start();

  /** Answers the question that waits; what it allows is remembered here by the rules, not by the app. */
  async function answer(step: Call, tell: (outcome: Answered) => void): Promise<void> {
    const [question] = await registry.requestCalls.snapshot(undefined, nobody);
    if (question === undefined) throw new Error('nothing waits');
    if (step.meanwhile?.at === 'asked' && step.meanwhile.version !== now) {
      tell('again');
      return change(step.meanwhile.version);
    }
    const { messageId, callId, digest } = question;
    const of = { messageId, callId, digest };
    const holds = question.offers.find((one) => one === step.answer) ?? 'once';
    if (step.answer === 'refuse') {
      tell('refused');
      return registry.requestCalls.decide({ ...of, decision: { kind: 'refuse' } }, nobody);
    }
    if (holds !== 'once') {
      const where = holds === 'always' ? '*' : step.conversation;
      const isReplaced = (one: Grant): boolean =>
        one.ownName === step.ownName && one.where === where;
      grants = [...grants.filter((one) => !isReplaced(one)), { ...step, version: now, where }];
    }
    tell('allowed');
    await registry.requestCalls.decide({ ...of, decision: { kind: 'allow', holds } }, nobody);
  }

  async function call(step: Call, at: number): Promise<void> {
    const { ownName: name, conversation: conversationId, input } = step;
    let last: Answered | null = null;
    let failure: unknown = null;
    onQuestion = () => {
      // a question is told before it can be answered
      queueMicrotask(() => {
        if (last === 'refused' || last === 'allowed') return;
        const tell = (outcome: Answered): void => {
          last = outcome;
        };
        answer(step, tell).catch((cause: unknown) => {
          failure = cause;
        });
      });
    };
    const permitted = await registry.permit(
      {
        ...{ messageId: `m${at}`, callId: 'k', conversationId, systemId: 'system' },
        ...{ name: `test__${name}`, text: JSON.stringify({ input }) },
        sources: step.untrusted ? ['a file'] : [],
      },
      new AbortController().signal,
    );
    onQuestion = null;
    expect(failure).toBeNull();
    const isGranted =
      !(step.untrusted && name === canWrite) &&
      grants.some(
        (one) =>
          one.ownName === name && one.version === now && ['*', conversationId].includes(one.where),
      );
    const isAllowed = !never.has(name) && (last === 'allowed' || isGranted);
    expect(permitted.kind, `${at}: ${JSON.stringify(step)}`).toBe(isAllowed ? 'run' : 'refused');
    if (permitted.kind !== 'run') {
      ran.no += 1;
      expect(done).toEqual([]);
      return;
    }
    const allowed = said(name, { input });
    if (step.meanwhile?.at === 'allowed') change(step.meanwhile.version);
    const context = { systemId: 'system', conversationId, signal: new AbortController().signal };
    await registry.run(permitted.call, context).catch(() => undefined);
    const isStillIt = said(name, { input }) === allowed;
    expect(done.splice(0)).toEqual(isStillIt ? [allowed] : []);
    ran[last === null ? 'yes' : 'asked'] += 1;
  }

  async function take(step: Step, at: number): Promise<void> {
    switch (step.kind) {
      case 'call':
        return call(step, at);
      case 'change':
        return change(step.version);
      case 'decide': {
        const { ownName: name, approval } = step;
        const all = await registry.calls.snapshot(undefined, nobody);
        const shown = all.find((one) => one.name === `test__${name}`);
        if (shown === undefined) throw new Error('no tool');
        const { fingerprint } = shown;
        await registry.calls.setApproval({ name: shown.name, fingerprint, approval }, nobody);
        const stays = (one: Grant): boolean => approval === 'always' && one.where !== '*';
        grants = grants.filter((one) => one.ownName !== name || stays(one));
        never.delete(name);
        if (approval === 'never') never.add(name);
        if (approval === 'always') grants.push({ ownName: name, version: now, where: '*' });
        return;
      }
      case 'restart':
        grants = grants.filter(({ where }) => where === '*');
        return start();
      case 'remove':
        await database.run({ sql: 'DELETE FROM tool_servers' });
        registry.forgetServer(serverId);
        await addServer();
        grants = [];
        never.clear();
    }
  }
  return { take };
}

test('on a real database, through questions, changes and restarts, nothing runs that was not permitted for exactly this', async () => {
  onTestFinished(() => database.close());
  const ran = { yes: 0, asked: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const desk = await startDesk(ran);
      for (const [at, step] of all.entries()) await desk.take(step, at);
    }),
    { numRuns: rounds(150, 10_000) },
  );
  for (const many of Object.values(ran)) expect(many).toBeGreaterThan(20);
});
