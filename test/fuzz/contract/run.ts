import { expect } from 'vitest';
import type { CallName } from '../../../preload/contract/index.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { noteTotal } from '../../support/totals.ts';
import { meetEveryCall, type Outcome, order, perCall, type Transport, tryCall } from './tried.ts';

/** ms; the full run takes an hour or two. */
export const longest = rounds(600_000, 6 * 3_600_000);

/** Fixed, so that a failure is seen again. */
const seed = 20_261_122;
/** `CALLS=requests.summarise-` goes on with that one where a run was cut off; `CALLS=notices,backups` are those alone. */
const chosen = choose(process.env.CALLS);

function choose(wanted: string | undefined): ReadonlySet<CallName> {
  if (wanted === undefined) return new Set(order);
  const names = wanted.split(',').flatMap((part) => {
    if (part.endsWith('-')) {
      const from = order.findIndex((name) => `${name}-` === part);
      return from < 0 ? [] : order.slice(from);
    }
    return order.filter((name) => name === part || name.startsWith(`${part}.`));
  });
  if (names.length === 0) throw new Error(`CALLS=${wanted} names no call.`);
  return new Set(names);
}

/** Further times that a call is tried until it was answered once. */
const mostMore = 4;

/** Calls that nothing made up gets past their errors, and the tests that do. */
const beyondReach: Readonly<Record<string, string>> = {
  'backups.schedule': 'test/integration/data/backups-daily.test.ts',
  'certificates.chooseKey': 'test/unit/certificates/domain/reading.thorough.test.ts',
  'chat.decideToolCall': 'test/integration/chat/chat-tools.test.ts',
  'chat.unqueue': 'test/integration/chat/chat-keeping.test.ts',
  'chat.sendQueued': 'test/integration/chat/chat-keeping.test.ts',
  'chat.editQueued': 'test/integration/chat/chat-queue.test.ts',
  'clients.create': 'test/integration/demo/clients-demo.test.ts',
  'clients.rotateSecret': 'test/integration/demo/clients-demo.test.ts',
  'dataPlace.move': 'test/integration/data/data-place.test.ts',
  'genai.importEnvironmentKey': 'test/integration/genai/genai-usage.test.ts',
  'policy.system': 'test/unit/policy/files.test.ts',
  'requests.replaceImages': 'test/integration/chat/chat-attachments.test.ts',
  'requests.replaceAttachments': 'test/integration/chat/chat-missing-files.test.ts',
  'updates.check': 'test/integration/data/updates.test.ts',
  'updates.save': 'test/integration/data/updates.test.ts',
  'session.chooseCertificate': 'test/electron/system-certificates.test.ts',
  'session.openTab': 'test/integration/sign-in/sign-in-tab.test.ts',
  'support.saveCrash': 'test/unit/support-file/gather.test.ts',
  'session.refresh': 'test/integration/sign-in/sign-in.test.ts',
};

/** Tries every call of the contract, and says how many came of what. */
export async function tryEveryCall(by: string, way: Transport): Promise<void> {
  const outcome: Outcome = { tried: 0, answered: 0, refused: 0, faults: new Map() };
  await meetEveryCall(way);
  for (const [at, name] of order.entries()) {
    if (!chosen.has(name)) continue;
    if (perCall > 1_000 || at % 10 === 0)
      console.log(`${by}: ${at} of ${order.length} calls, ${outcome.tried} tries, now ${name}`);
    // What is known of the app depends on what was answered first: a call that was not met yet is tried on.
    for (let more = 0; more <= mostMore; more += 1) {
      await tryCall(name, way, seed + at * 100_000 + more * 20_000, outcome);
      if (way.met.has(name) || name in beyondReach) break;
    }
  }
  expect(Object.fromEntries(outcome.faults)).toEqual({});
  const unmet = [...chosen].filter((name) => !way.met.has(name) && !(name in beyondReach));
  expect(unmet, 'calls that never answered as they should').toEqual([]);
  noteTotal({
    what: `calls of the contract ${by}, up to ${perCall} payloads each${chosen.size < order.length ? `, ${chosen.size} of them` : ''}`,
    tried: outcome.tried,
    found: `${outcome.answered} answers, ${outcome.refused} typed errors, nothing else`,
  });
}
