import { randomUUID } from 'node:crypto';
import type { ProgramRequest } from '../../../preload/contract/work/programs.ts';

/** Requests that are shown; a program could call for every model there is. */
const most = 20;
/** Those of one program: others keep their place. */
const mostOfOne = 6;

/** What calls of other programs lacked, for the user to permit: in memory, one for each thing. */
export function createMissing(deps: { readonly now: () => Date; readonly changed: () => void }) {
  let requests: readonly ProgramRequest[] = [];
  const keep = (test: (one: ProgramRequest) => boolean): void => {
    const kept = requests.filter(test);
    if (kept.length === requests.length) return;
    requests = kept;
    deps.changed();
  };
  return {
    all: () => requests,
    find: (id: string) => requests.find((one) => one.id === id),
    note(programId: string, missing: ProgramRequest['missing'], what: string): void {
      const isSame = (one: ProgramRequest): boolean =>
        one.programId === programId && one.missing === missing && one.what === what;
      if (requests.some(isSame)) return;
      const at = deps.now().toISOString();
      const [oldest] = requests.filter((one) => one.programId === programId).slice(mostOfOne - 1);
      const others = requests.filter((one) => one !== oldest);
      requests = [{ id: randomUUID(), programId, missing, what, at }, ...others].slice(0, most);
      deps.changed();
    },
    drop: (id: string) => keep((one) => one.id !== id),
    dropOf: (programId: string) => keep((one) => one.programId !== programId),
    /** What the user had to do first is done. */
    settle: (programId: string, done: readonly ProgramRequest['missing'][]) =>
      keep((one) => one.programId !== programId || !done.includes(one.missing)),
  };
}

export type Missing = ReturnType<typeof createMissing>;
