import type { StoredProgram } from './store.ts';

/** A timer does not count while the computer sleeps, and none runs for longer than weeks. */
const longestWait = 60_000;

/** Ends what runs with a key when its date comes. */
export function watchEnds(deps: {
  readonly all: () => readonly StoredProgram[];
  readonly cut: (programId: string) => void;
  readonly changed: () => void;
  readonly now: () => Date;
}) {
  let looked = deps.now().getTime();
  let timer: NodeJS.Timeout | null = null;
  const endOf = ({ endsAt }: StoredProgram): number => (endsAt === null ? 0 : Date.parse(endsAt));

  /** Call whenever keys may have changed. */
  function look(): void {
    const before = looked;
    looked = deps.now().getTime();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const coming = deps.all().filter((one) => endOf(one) > before);
    const left = coming.map(endOf).filter((end) => end > looked);
    if (left.length > 0) {
      timer = setTimeout(look, Math.min(Math.min(...left) - looked, longestWait)).unref();
    }
    const over = coming.filter((one) => endOf(one) <= looked);
    for (const { id } of over) deps.cut(id);
    if (over.length > 0) deps.changed();
  }

  return {
    look,
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
