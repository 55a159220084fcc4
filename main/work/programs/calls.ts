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
  readonly turn: (on: boolean) => Promise<void>;
  readonly move: () => Promise<void>;
}): Handlers<'programs'> {
  const { keys, missing, policy, state, changed } = deps;

  const requestOf = (id: string): ProgramRequest => {
    const found = missing.find(id);
    if (found === undefined) throw new AppError('not-found', { details: { what: 'request' } });
    return found;
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
    change: ({ id, ...given }) => then(() => keys.change(id, given)),
    revoke: ({ id }) =>
      then(async () => {
        const written = keys.change(id, { ended: 'revoked' });
        deps.cut(id);
        missing.dropOf(id);
        await written;
      }),
    restore: ({ id }) => then(() => keys.change(id, { ended: null })),
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
        missing.drop(id);
        if (program !== undefined) await keys.change(program.id, permitted(program, request));
      }),
    dismiss: ({ id }) => then(async () => missing.drop(id)),
  };
}

/** What changes of a program's permissions when the user permits what a call lacked. */
function permitted(program: StoredProgram, request: ProgramRequest): Partial<StoredProgram> {
  const { missing, what } = request;
  const path = programPaths.find((one) => one === what);
  if (missing === 'path' && path !== undefined) return { paths: [...program.paths, path] };
  if (missing === 'model' && program.models !== null) return { models: [...program.models, what] };
  return missing === 'write' ? { readOnly: false } : {};
}
