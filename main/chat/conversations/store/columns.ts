/** An answer to a question, as far as it counts for what stands beside it. */
export interface Answered {
  readonly id: string;
  readonly model: string | null;
  /** When it was asked for: those of several models at once have it in common. */
  readonly at: string;
}

export interface Columns {
  /** One answer of each model that was asked at once. */
  readonly together: readonly string[];
  /** By the answer that stands in a column: all that its model gave there, where that is more than one. */
  readonly again: Readonly<Record<string, readonly string[]>>;
}

/**
 * The columns in which an answer stands. One that a model was asked for again takes the place of the one before;
 * the answer that is shown stands in its own column, whichever of them it is.
 * @param answers to one question, in order of their making
 */
export function columnsOf(answers: readonly Answered[], shownId: string): Columns | null {
  const moments = new Map<string, Set<string | null>>();
  for (const { at, model } of answers) {
    moments.set(at, (moments.get(at) ?? new Set()).add(model));
  }
  const isOfSeveral = (at: string): boolean => (moments.get(at)?.size ?? 0) > 1;
  /** By model: the moment whose column a further answer of it stands in. */
  const latest = new Map<string | null, string>();
  const placed = answers.map((answer) => {
    if (isOfSeveral(answer.at)) latest.set(answer.model, answer.at);
    return { answer, moment: latest.get(answer.model) };
  });
  const shown = placed.find(({ answer }) => answer.id === shownId);
  if (shown?.moment === undefined) return null;
  const columns = new Map<string | null, Answered[]>();
  for (const { answer, moment } of placed) {
    if (moment !== shown.moment) continue;
    columns.set(answer.model, [...(columns.get(answer.model) ?? []), answer]);
  }
  const together: string[] = [];
  const again: Record<string, string[]> = {};
  for (const versions of columns.values()) {
    const newest = versions.at(-1)?.at;
    const stands =
      versions.find(({ id }) => id === shownId) ?? versions.find(({ at }) => at === newest);
    if (stands === undefined) continue;
    together.push(stands.id);
    if (versions.length > 1) again[stands.id] = versions.map(({ id }) => id);
  }
  return { together, again };
}
