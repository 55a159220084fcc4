/** A line of two texts: in both, only in the earlier one, or only in the later one. */
export interface DiffLine {
  readonly in: 'both' | 'before' | 'after';
  readonly text: string;
}

/** Maximum lines of either text compared; longer ones are shown as a whole, one after the other. */
const mostLines = 500;

/** Returns the lines of both texts in order, by their longest common subsequence. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  if (old.length > mostLines || now.length > mostLines) {
    return [...linesOf('before', old), ...linesOf('after', now)];
  }
  // lengths[i][j]: of the longest common subsequence of the lines from i and j on
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ in: 'both', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ in: 'before', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ in: 'after', text: now[j] ?? '' });
      j += 1;
    }
  }
  return [...lines, ...linesOf('before', old.slice(i)), ...linesOf('after', now.slice(j))];
}

function linesOf(place: 'before' | 'after', texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ in: place, text }));
}
