import type { StoredProgram } from './store.ts';

/** A timer does not count while the computer sleeps, and none runs for longer than weeks. */
const longestWait = 60_000;

/** Notices keys whose date comes while something of theirs may be running. */
export function watchEnds(deps: {
  readonly all: () => readonly StoredProgram[];
  readonly over: (program: StoredProgram) => void;
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
    for (const one of coming) if (endOf(one) <= looked) deps.over(one);
  }

  return {
    look,
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
