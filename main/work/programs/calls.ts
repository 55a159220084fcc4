import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { ProgramRequest, ProgramsState } from '../../../preload/contract/work/programs.ts';
import { programPaths } from '../../../preload/contract/work/programs.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { ProgramKeys } from './keys.ts';
import type { Missing } from './requests.ts';
import type { StoredProgram } from './store.ts';

/** Maps the contract's calls to operations. */
export function programCallsOf(deps: {
  readonly keys: ProgramKeys;
  readonly missing: Missing;
  readonly policy: Pick<Policy, 'requireOpen'>;
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly ready: Promise<void>;
  readonly state: () => ProgramsState;
  readonly changed: () => void;
  readonly cut: (programId: string) => void;
  /** Connects to a system by SSH, asking the user. @throws AppError */
  readonly connect: (systemId: string) => Promise<void>;
  readonly turn: (on: boolean) => Promise<void>;
  readonly move: () => Promise<void>;
}): Handlers<'programs'> {
  const { keys, missing, policy, state, changed } = deps;

  const requestOf = (id: string): ProgramRequest => {
    const found = missing.find(id);
    if (found === undefined) throw new AppError('not-found', { details: { what: 'request' } });
    return found;
  };
  /** Ends what runs with a key that may do less from now on. */
  const change = async (id: string, given: Partial<StoredProgram>): Promise<void> => {
    const before = keys.find(id);
    const written = keys.change(id, given);
    const after = keys.find(id);
    if (before !== undefined && after !== undefined) {
      if (keys.endOf(after) !== null || isLess(before, after)) deps.cut(id);
      if (keys.endOf(after) === null) missing.settle(id, ['expired', 'revoked']);
    }
    await written;
  };
  /** Runs one change after the stored keys are known, and tells the windows. */
  const then = async <T>(run: () => Promise<T>): Promise<T> => {
    await deps.ready;
    const result = await run();
    changed();
    return result;
  };

  return {
    async snapshot() {
      await deps.ready;
      return state();
    },
    turn: ({ on }) => then(() => deps.turn(on)),
    movePort: () => then(deps.move),
    add: ({ systemId, ...given }) =>
      then(() => {
        policy.requireOpen('noOtherPrograms');
        return keys.add(deps.systems.get(systemId).id, given);
      }),
    change: ({ id, ...given }) => then(() => change(id, given)),
    revoke: ({ id }) =>
      then(async () => {
        missing.dropOf(id);
        await change(id, { ended: 'revoked' });
      }),
    restore: ({ id }) => then(() => change(id, { ended: null })),
    remove: ({ id }) =>
      then(async () => {
        deps.cut(id);
        missing.dropOf(id);
        await keys.remove(id);
      }),
    permit: ({ id }) =>
      then(async () => {
        const request = requestOf(id);
        const program = keys.find(request.programId);
        if (request.missing === 'ssh' && program) await deps.connect(program.systemId);
        missing.drop(id);
        if (program !== undefined) await change(program.id, permitted(program, request));
      }),
    dismiss: ({ id }) => then(async () => missing.drop(id)),
  };
}

/** Returns whether a key may do less than before. */
function isLess(before: StoredProgram, after: StoredProgram): boolean {
  const { models } = after;
  return (
    before.paths.some((path) => !after.paths.includes(path)) ||
    (models !== null && (before.models?.some((one) => !models.includes(one)) ?? true)) ||
    (after.readOnly && !before.readOnly) ||
    (before.conversations && !after.conversations)
  );
}

/** What changes of a program's permissions when the user permits what a call lacked. */
function permitted(program: StoredProgram, request: ProgramRequest): Partial<StoredProgram> {
  const { missing, what } = request;
  const path = programPaths.find((one) => one === what);
  if (missing === 'path' && path !== undefined) return { paths: [...program.paths, path] };
  if (missing === 'model' && program.models !== null) return { models: [...program.models, what] };
  if (missing === 'conversations') return { conversations: true };
  return missing === 'write' ? { readOnly: false } : {};
}
