import type { Block } from './block.ts';
import type { OpenBlocks } from './open-blocks.ts';

/** The neighbouring lines. */
type Near = Pick<OpenBlocks, 'previous' | 'next'>;

/** Maximum nesting of fences. */
const deepest = 20;

const bareFence = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/;
const beginsNothing = /^[ \t>]*(?:[`~]+[ \t]*)?$/;

/** Returns whether a line may open or close a fence, which only the next line decides. */
export const isAmbiguousFence = (line: string): boolean => bareFence.test(line);

/** Returns whether the start of a line is still ambiguous. */
export const isUnclear = (line: string): boolean => beginsNothing.test(line);

/**
 * Tracks fences within Markdown code, which models write with as many backticks as the outer one. A fence with a
 * language opens code; one without closes the innermost, or opens code if it looks like that: after an empty line, a
 * colon or further indented, with text right below.
 * @param rest the line without surrounding white space
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
