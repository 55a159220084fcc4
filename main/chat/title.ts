import { AppError } from '../../preload/contract/errors.ts';
import type { Genai } from '../genai/index.ts';
import type { HistoryEntry } from './history.ts';

const longest = 60;

/** A conversation's title from the first words of its first message, cut between words or characters. */
export function titleFrom(text: string): string {
  const words = text
    .slice(0, 2000)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[#>*\-`\s]+/, '');
  const characters = [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment);
  if (characters.length <= longest) return words;
  const cut = characters.slice(0, longest).join('');
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}

const patience = 60_000;

/**
 * Asks a model for a title of what was said.
 * @throws AppError as `Genai.completion`, or `answer-shape` when it says nothing usable
 */
export async function suggestTitle(
  genai: Pick<Genai, 'completion'>,
  systemId: string,
  model: string,
  branch: readonly HistoryEntry[],
): Promise<string> {
  const said = branch
    .slice(0, 4)
    .map(({ role, content }) => `${role}: ${content.slice(0, 2000)}`)
    .join('\n\n');
  const content = `Give this conversation a title of at most eight words, in its own language. Answer with the title only, without quotes.\n\n${said}`;
  let answer = '';
  await genai.completion(
    systemId,
    { model, messages: [{ role: 'user', content }], maxTokens: 2048 },
    {
      content(text, choice) {
        if (choice === 0) answer += text;
      },
    },
    { signal: AbortSignal.timeout(patience) },
  );
  const [line = ''] = answer.trim().split('\n');
  const title = titleFrom(line.replace(/^["'「『“]+|["'」』”.。]+$/g, ''));
  if (title === '') throw new AppError('answer-shape', { details: { expected: 'title' } });
  return title;
}
