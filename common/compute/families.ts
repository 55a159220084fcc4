/** Versions of slurmrestd's interface that the adapter was tried with. */
const tried = { oldest: 38, newest: 42 };

/** What the paths of a description tell of the compute API that has it. */
export type FoundFamily =
  | { readonly family: 'field' | 'firecrest' }
  | { readonly family: 'slurm'; readonly version: string; readonly accounting: boolean }
  | { readonly family: 'iri'; readonly version: 'v1' | 'v2' };

/** Returns the family of compute APIs with these paths, as `/queue/{machine}`; null: none that is known. */
export function familyOf(paths: readonly string[]): FoundFamily | null {
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  const slurm = slurmOf(paths);
  if (slurm !== null) return slurm;
  for (const version of ['v2', 'v1'] as const) {
    if (paths.includes(`/api/${version}/facility`) && has(/^\/api\/v[12]\/compute\/job\//)) {
      return { family: 'iri', version };
    }
  }
  if (has(/^\/status\/systems\/?$/) && has(/^\/compute\/\{[^}]+\}\/jobs\/?$/)) {
    return { family: 'firecrest' };
  }
  return has(/^\/queue\/\{[^}]+\}\/?$/) && has(/^\/queue\/\{[^}]+\}\/\{[^}]+\}\/?$/)
    ? { family: 'field' }
    : null;
}

/** Returns the newest version that was tried; of a server with newer ones alone the oldest. Null: no slurmrestd. */
export function slurmOf(
  paths: readonly string[],
): Extract<FoundFamily, { readonly family: 'slurm' }> | null {
  const numbers = paths.flatMap((path) => {
    const number = Number(/^\/slurm\/v0\.0\.(\d{2})\//.exec(path)?.[1]);
    return number >= tried.oldest ? [number] : [];
  });
  if (numbers.length === 0) return null;
  const known = numbers.filter((number) => number <= tried.newest);
  const version = `v0.0.${known.length > 0 ? Math.max(...known) : Math.min(...numbers)}`;
  const accounting = paths.some((path) => path.startsWith(`/slurmdb/${version}/`));
  return { family: 'slurm', version, accounting };
}
