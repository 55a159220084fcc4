import type { Block } from './block.ts';
import type { OpenBlocks } from './open.ts';

/** The lines above and below. */
type Near = Pick<OpenBlocks, 'previous' | 'next'>;

/** Fences in each other. */
const deepest = 20;

const bareFence = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/;
const beginsNothing = /^[ \t>]*(?:[`~]+[ \t]*)?$/;

/** Whether a line may begin or end a fence, which only the line after it tells. */
export const mayBeEither = (line: string): boolean => bareFence.test(line);

/** Whether the beginning of a line tells nothing of it yet. */
export const isUnclear = (line: string): boolean => beginsNothing.test(line);

/**
 * Follows the fences within the code of Markdown, which models write with as many backticks as around it. One with a
 * language begins code; one without ends what was begun last, or begins code where it looks like that: after an empty
 * line, a colon or further in, with text right below.
 * @param rest the line without white space around it
 */
export function stepNested(
  block: Block,
  { rest, indent, near }: { rest: string; indent: number; near: Near },
  isMarkdown: (info: string) => boolean,
): 'closes' | null {
  const { fence } = block;
  if (!fence) return null;
  let length = 0;
  while (rest.charAt(length) === fence.char) length += 1;
  if (length < fence.length) return null;
  const last = block.inner.at(-1);
  const inMarkdown = last?.isMarkdown ?? true;
  const info = rest.slice(length).trim();
  if (info !== '') {
    const isFence = fence.char === '~' || !info.includes('`');
    if (isFence && inMarkdown && block.inner.length < deepest)
      block.inner = [...block.inner, { length, isMarkdown: isMarkdown(info) }];
    return null;
  }
  if (length < (last?.length ?? fence.length)) return null;
  if (inMarkdown && looksOpening(block, indent, near)) {
    block.inner = [...block.inner, { length, isMarkdown: false }];
    return null;
  }
  if (last === undefined) return 'closes';
  block.inner = block.inner.slice(0, -1);
  return null;
}

function looksOpening({ text, fence, inner }: Block, indent: number, near: Near): boolean {
  const { previous, next } = near;
  if (next === null || beginsNothing.test(next)) return false;
  const isFurther = inner.length === 0 && indent > (fence?.indent ?? 0);
  if (isFurther || text === '' || /^[ \t>]*$/.test(previous)) return true;
  return /[:：]$/.test(previous.trimEnd().slice(-1));
}
