import { fieldPosition } from '../../../common/texts/json-text.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { PolicySource, PolicyState } from '../../../preload/contract/settings/policy.ts';
import {
  futureLocks,
  type PolicyLock,
  policyLocks,
} from '../../../preload/contract/settings/policy-locks.ts';
import { loggablePath } from '../files/loggable-field.ts';
import type { Host, Log, PolicyPlace, RunProgram } from '../host.ts';
import type { OperatorNetwork } from '../network/index.ts';
import { PolicyFault } from './fault.ts';
import { readPolicyFile } from './file.ts';
import { readPreferences } from './preferences.ts';
import { type ParsedPolicy, parsePolicy, readPolicy, textOfPolicy } from './read.ts';
import { readRegistry } from './registry.ts';

export { policyLocations } from './locations.ts';

/** The operator's policy, read once when the app starts. */
export interface Policy {
  readonly calls: Handlers<'policy'>;
  /** The whole policy as shown in a window. */
  readonly state: PolicyState;
  isLocked(lock: PolicyLock): boolean;
  /** Returns the error for a change that a lock forbids, or null. */
  refusalOf(lock: PolicyLock): AppError | null;
  /** Call before such a change. @throws AppError `locked-by-policy` */
  requireOpen(...locks: readonly PolicyLock[]): void;
  /** Settings for every connection. */
  readonly network: OperatorNetwork;
  /** Source of updates: an address, or `none`; null if the policy does not say. */
  readonly updateFeed: PolicyState['updateFeed'];
}

/** Problems whose place consists of field names in the file. */
const namesFields: ReadonlySet<string> = new Set(['shape', 'twice', 'secret', 'system']);

interface Found {
  readonly source: PolicySource;
  /** Null if it cannot be followed. */
  readonly policy: ParsedPolicy | null;
}

/**
 * Reads every place of a policy. Their locks add up; for single values (the proxy, the feed, the texts) the strongest
 * place counts. **An existing policy that cannot be followed locks everything** that a policy can lock: its intended
 * locks are unknown. An unreadable registry locks only if the operator has another policy.
 */
export async function createPolicy(deps: {
  readonly policy?: Host['policy'];
  readonly log: Log;
}): Promise<Policy> {
  const { log } = deps;
  const { places, run } = deps.policy ?? { places: [], run: noProgram };
  const found: Found[] = [];
  for (const place of places) {
    const one = await look(place, run);
    if (one === null) continue;
    found.push(one);
    const { kind, place: name, problem } = one.source;
    if (problem === null) log.info('policy', { kind, place: name });
    else {
      // any file may be tried as a policy: the log quotes none of its text
      const where = namesFields.has(problem.code) ? loggablePath(problem.where) : problem.where;
      log.error('policy-broken', null, {
        kind,
        place: name,
        code: problem.code,
        where,
        line: problem.line,
      });
    }
  }
  const state = effective(found);
  const shut = new Set(state.locks.map(({ lock }) => lock));
  const systems = found.flatMap(({ policy }) => policy?.systems ?? []);
  const wish = found.find(({ policy }) => policy?.proxy)?.policy?.proxy ?? null;

  const refusalOf = (lock: PolicyLock): AppError | null =>
    shut.has(lock) ? new AppError('locked-by-policy', { details: { lock } }) : null;

  return {
    state,
    updateFeed: state.updateFeed,
    isLocked: (lock) => shut.has(lock),
    refusalOf,
    requireOpen(...locks) {
      for (const lock of locks) {
        const refusal = refusalOf(lock);
        if (refusal !== null) throw refusal;
      }
    },
    network: {
      authorities: state.authorities.map(({ pem }) => pem),
      proxy: shut.has('noProxy') ? { kind: 'none' } : wish,
      isFixed: shut.has('noProxy') || shut.has('fixedProxy'),
    },
    calls: {
      snapshot: async () => state,
      async system({ at }) {
        const system = systems[at];
        if (system === undefined) throw new AppError('not-found', { details: { what: 'system' } });
        return system;
      },
    },
  };
}

async function look(place: PolicyPlace, run: RunProgram): Promise<Found | null> {
  const source = { kind: place.kind, place: nameOf(place) };
  let text: string | null = null;
  try {
    const given = place.by === 'file' ? await givenIn(place) : null;
    text = given;
    const value = given === null ? await valueAt(place, run) : (parsePolicy(given) ?? []);
    if (value === null) return null;
    return { source: { ...source, problem: null }, policy: readPolicy(value) };
  } catch (cause) {
    if (!(cause instanceof PolicyFault)) throw cause;
    return { source: { ...source, problem: problemOf(cause, text) }, policy: null };
  }
}

/** @param text of a file, to find the place in; null if there is none */
function problemOf({ code, where, place }: PolicyFault, text: string | null) {
  const { path, fault = null, line = null, column = null } = place;
  const found = path === undefined || text === null ? null : fieldPosition(text, path).line;
  return { code, where, fault, line: line ?? found, column };
}

/** Returns the text of a policy file, or null. @throws PolicyFault */
async function givenIn(place: PolicyPlace & { readonly by: 'file' }): Promise<string | null> {
  const bytes = await readPolicyFile(place);
  if (bytes !== null) return textOfPolicy(bytes);
  // a user who tries a policy expects it to exist
  if (place.kind === 'tried') throw new PolicyFault('unreadable');
  return null;
}

/** Returns null if there is no policy. @throws PolicyFault */
async function valueAt(place: PolicyPlace, run: RunProgram): Promise<unknown> {
  if (place.by === 'file') return null;
  const value =
    place.by === 'registry'
      ? await readRegistry(place.hive, place.product, run)
      : await readPreferences(place.path, run);
  return value === null ? null : { format: 'compute-desk-policy', version: 1, ...value };
}

function nameOf(place: PolicyPlace): string {
  return place.by === 'registry'
    ? `${place.hive}\\Software\\Policies\\${place.product}`
    : place.path;
}

function effective(found: readonly Found[]): PolicyState {
  const followed = found.flatMap(({ source, policy }) =>
    policy === null ? [] : [{ ...policy, place: source.place }],
  );
  const isBlocked = ({ source: { problem } }: Found): boolean => problem?.code === 'blocked';
  const hasPolicy = !found.every(isBlocked);
  const broken = found.flatMap((one) =>
    one.policy === null && (hasPolicy || !isBlocked(one)) ? [one.source.place] : [],
  );
  const first = <T>(of: (one: (typeof followed)[number]) => T | null | undefined): T | null => {
    for (const one of followed) {
      const value = of(one);
      if (value !== null && value !== undefined) return value;
    }
    return null;
  };
  const seen = new Set<string>();
  return {
    sources: found.map(({ source }) => source),
    locks: policyLocks.flatMap((lock) => {
      const by = followed.filter(({ file }) => file.locks?.[lock] === true);
      const places = [...broken, ...by.map(({ place }) => place)];
      return places.length === 0 ? [] : [{ lock, places, later: futureLocks.includes(lock) }];
    }),
    proxy: first(({ file: { proxy }, place }) => {
      if (proxy === undefined) return null;
      const { address = '', except = '' } = proxy.kind === 'manual' ? proxy : {};
      return { kind: proxy.kind, address, except, place };
    }),
    updateFeed: first(({ file: { updateFeed }, place }) =>
      updateFeed === undefined ? null : { address: updateFeed, place },
    ),
    texts: {
      en: first(({ file }) => file.texts?.en),
      ja: first(({ file }) => file.texts?.ja),
    },
    authorities: followed.flatMap(({ authorities, place }) =>
      authorities.flatMap((authority) => {
        if (seen.has(authority.fingerprint)) return [];
        seen.add(authority.fingerprint);
        return [{ ...authority, place }];
      }),
    ),
    systems: followed.flatMap(({ systems, place }) => systems.map(({ name }) => ({ name, place }))),
  };
}

const noProgram: RunProgram = async () => ({ code: null, stdout: Buffer.alloc(0) });
