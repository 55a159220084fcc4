import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';

/** Returns prompts with every word in name, folder, tags or text; matches in the name first. */
export function findPrompts<P extends Omit<Prompt, 'updatedAt'>>(
  prompts: readonly P[],
  wanted: string,
): P[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = prompts.flatMap((prompt) => {
    const name = prompt.name.toLocaleLowerCase();
    const all = [name, prompt.folder, ...prompt.tags.map((tag) => `#${tag}`), prompt.text]
      .join('\n')
      .toLocaleLowerCase();
    if (!words.every((word) => all.includes(word))) return [];
    const first = words[0] ?? '';
    return [{ prompt, rank: name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2 }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ prompt }) => prompt);
}

/** A prompt search in the text: `/` and the following word, alone on its line before the caret. */
export interface Slash {
  readonly start: number;
  readonly end: number;
  readonly wanted: string;
}

export function slashAt(text: string, caret: number): Slash | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const lineEnd = text.indexOf('\n', caret);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const line = text.slice(start, end);
  if (!line.startsWith('/') || caret === start || line.length > 100) return null;
  return { start, end, wanted: line.slice(1) };
}
