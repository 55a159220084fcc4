/** An answer to a question, reduced to what columns need. */
export interface AnswerRecord {
  readonly id: string;
  readonly model: string | null;
  /** When it was requested: answers of several models at once share it. */
  readonly at: string;
}

export interface Columns {
  /** One answer of each model that was asked at once. */
  readonly together: readonly string[];
  /** By the answer in a column: all answers of its model there, if there are several. */
  readonly again: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the columns of answers. A regenerated answer replaces the earlier one of its model; the shown answer stays in
 * its own column.
 * @param answers to one question, in order of creation
 */
export function columnsOf(answers: readonly AnswerRecord[], shownId: string): Columns | null {
  const moments = new Map<string, Set<string | null>>();
  for (const { at, model } of answers) {
    moments.set(at, (moments.get(at) ?? new Set()).add(model));
  }
  const isOfSeveral = (at: string): boolean => (moments.get(at)?.size ?? 0) > 1;
  /** By model: the time whose column gets its next answer. */
  const latest = new Map<string | null, string>();
  const placed = answers.map((answer) => {
    if (isOfSeveral(answer.at)) latest.set(answer.model, answer.at);
    return { answer, moment: latest.get(answer.model) };
  });
  const shown = placed.find(({ answer }) => answer.id === shownId);
  if (shown?.moment === undefined) return null;
  const columns = new Map<string | null, AnswerRecord[]>();
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
