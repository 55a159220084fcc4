import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowHere,
  approvalNow,
  decide,
  forget,
  judge,
  noPermissions,
  type Permissions,
  type Subject,
} from '../../../../main/chat/tools/permissions.ts';

const subject = (change: Partial<Subject> = {}): Subject => ({
  ...{
    key: 'server/tool',
    fingerprint: 'one',
    writes: true,
    everyTime: false,
    initial: 'ask',
    ...change,
  },
});

test('what was never decided asks, and what changed asks once more and offers no more than once', () => {
  const asks = { kind: 'ask', reason: 'new', offers: ['once', 'conversation', 'always'] };
  expect(judge(noPermissions, subject(), 'c', false)).toEqual(asks);
  const always = decide(noPermissions, subject(), 'always');
  expect(judge(always, subject(), 'c', false)).toEqual({ kind: 'run' });
  const changed = subject({ fingerprint: 'two' });
  expect(approvalNow(always, changed)).toBe('ask');
  const again = { kind: 'ask', reason: 'changed', offers: ['once'] };
  expect(judge(always, changed, 'c', false)).toEqual(again);
  // a renamed tool is a new one
  expect(judge(always, subject({ key: 'server/other' }), 'c', false)).toEqual(asks);
  const never = decide(always, subject(), 'never');
  expect(judge(never, changed, 'c', false)).toEqual({ kind: 'never' });
});

test('text of others in the context makes tools that write ask, whatever was allowed', () => {
  const always = allowHere(decide(noPermissions, subject(), 'always'), subject(), 'c');
  const asks = { kind: 'ask', reason: 'untrusted', offers: ['once'] };
  expect(judge(always, subject(), 'c', true)).toEqual(asks);
  expect(judge(always, subject({ writes: false }), 'c', true)).toEqual({ kind: 'run' });
});

test('a tool that asks each time runs by no permission, and offers none that lasts', () => {
  const everyTime = subject({ everyTime: true });
  const asks = { kind: 'ask', reason: 'ask', offers: ['once'] };
  const allowed = allowHere(decide(noPermissions, everyTime, 'always'), everyTime, 'c');
  for (const all of [noPermissions, allowed]) {
    expect(approvalNow(all, everyTime)).toBe('ask');
    expect(judge(all, everyTime, 'c', false)).toEqual(asks);
    expect(judge(all, everyTime, 'c', true)).toEqual({ ...asks, reason: 'untrusted' });
  }
  const never = decide(noPermissions, everyTime, 'never');
  expect(judge(never, everyTime, 'c', false)).toEqual({ kind: 'never' });
});

test('a permission of one conversation is none of another, and "ask" takes it back', () => {
  const here = allowHere(noPermissions, subject(), 'c');
  expect(judge(here, subject(), 'c', false)).toEqual({ kind: 'run' });
  expect(judge(here, subject(), 'd', false)).toMatchObject({ kind: 'ask' });
  expect(judge(here, subject({ fingerprint: 'two' }), 'c', false)).toMatchObject({
    reason: 'changed',
  });
  expect(judge(decide(here, subject(), 'ask'), subject(), 'c', false)).toMatchObject({
    kind: 'ask',
  });
});

type Step =
  | {
      readonly kind: 'decide';
      readonly tool: number;
      readonly approval: 'ask' | 'always' | 'never';
    }
  | { readonly kind: 'here'; readonly tool: number; readonly conversation: string }
  | { readonly kind: 'change'; readonly tool: number; readonly to: number }
  | { readonly kind: 'remove'; readonly tool: number }
  | { readonly kind: 'restart' }
  | {
      readonly kind: 'call';
      readonly tool: number;
      readonly conversation: string;
      readonly untrusted: boolean;
    };

const tool = fc.integer({ min: 0, max: 1 });
const conversation = fc.constantFrom('c', 'd');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        tool,
        conversation,
        untrusted: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('decide' as const),
        tool,
        approval: fc.constantFrom('ask' as const, 'always' as const, 'never' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('here' as const), tool, conversation }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        tool,
        to: fc.integer({ min: 0, max: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), tool }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  ),
  { maxLength: 40 },
);

/** What the user allowed: a tool, as it then was, for a conversation or all. */
interface Grant {
  readonly tool: number;
  readonly version: number;
  readonly where: string;
}

test('nothing runs that was not permitted for exactly this, whatever came before', () => {
  const ran = { yes: 0, no: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      let permissions: Permissions = noPermissions;
      let grants: Grant[] = [];
      const never = new Set<number>();
      const versions = [0, 0, 0];
      const of = (which: number): Subject =>
        subject({
          ...{ key: `${which}`, fingerprint: `${versions[which]}`, writes: which !== 1 },
        });
      const version = (which: number): number => versions[which] ?? 0;
      for (const step of all) {
        switch (step.kind) {
          case 'decide': {
            const { tool: which, approval } = step;
            permissions = decide(permissions, of(which), approval);
            const stays = (one: Grant): boolean => approval === 'always' && one.where !== '*';
            grants = grants.filter((one) => one.tool !== which || stays(one));
            never.delete(which);
            if (approval === 'never') never.add(which);
            if (approval === 'always')
              grants.push({ tool: which, version: version(which), where: '*' });
            break;
          }
          case 'here': {
            const { tool: which, conversation: where } = step;
            permissions = allowHere(permissions, of(which), where);
            grants = grants.filter((one) => one.tool !== which || one.where !== where);
            grants.push({ tool: which, version: version(which), where });
            break;
          }
          case 'change':
            versions[step.tool] = step.to;
            break;
          case 'remove':
            permissions = forget(permissions, (key) => key === `${step.tool}`);
            grants = grants.filter((one) => one.tool !== step.tool);
            never.delete(step.tool);
            break;
          case 'restart':
            permissions = { ...noPermissions, lasting: permissions.lasting };
            grants = grants.filter(({ where }) => where === '*');
            break;
          case 'call': {
            const { tool: which, conversation: where, untrusted } = step;
            const isGranted = grants.some(
              (one) =>
                one.tool === which &&
                one.version === version(which) &&
                ['*', where].includes(one.where),
            );
            const mayRun = isGranted && !never.has(which) && !(untrusted && which !== 1);
            const runs = judge(permissions, of(which), where, untrusted).kind === 'run';
            expect(runs).toBe(mayRun);
            ran[runs ? 'yes' : 'no'] += 1;
          }
        }
      }
    }),
    { numRuns: 10_000 },
  );
  expect(ran.yes).toBeGreaterThan(20);
  expect(ran.no).toBeGreaterThan(20);
});
