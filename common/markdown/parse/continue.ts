import { isMarkdown } from '../info-string.ts';
import { type Block, isEnvironment } from './block.ts';
import { limits } from './limits.ts';
import { stepNested } from './nested.ts';
import type { OpenBlocks } from './open-blocks.ts';
import { withoutEnd } from './text/breaks.ts';

/** Whether an open block continues with this line; `done` if it consumed the line. */
export type Answer = 'yes' | 'no' | 'done';

export function continueBlock(parser: OpenBlocks, block: Block): Answer {
  const { cursor } = parser;
  switch (block.type) {
    case 'quote':
      if (cursor.indented || cursor.line.charAt(cursor.nextNonspace) !== '>') return 'no';
      cursor.skipSpace();
      cursor.advance(1);
      if (cursor.atSpace) cursor.advanceColumns(1);
      return 'yes';
    case 'list':
      return 'yes';
    case 'item':
      return continueIndented(parser, block, block.contentIndent ?? 0);
    case 'note':
      return continueIndented(parser, block, 4);
    case 'code':
      return block.fence ? continueFence(parser, block) : continueIndentedCode(parser);
    case 'html':
      return cursor.blank && (block.htmlKind ?? 0) >= 6 ? 'no' : 'yes';
    case 'math':
      return continueMath(parser, block);
    case 'paragraph':
      return cursor.blank ? 'no' : 'yes';
    case 'table':
      return continueTable(parser, block);
    default:
      return 'no';
  }
}

function continueTable({ cursor, excess }: OpenBlocks, block: Block): Answer {
  if (cursor.blank) return 'no';
  if ((block.rows.length + 1) * (block.align?.length ?? 0) <= limits.cells) return 'yes';
  excess.add('cells');
  return 'no';
}

function continueIndented({ cursor }: OpenBlocks, block: Block, columns: number): Answer {
  if (cursor.blank) {
    if (block.children.length === 0 && block.type === 'item') return 'no';
    cursor.skipSpace();
    return 'yes';
  }
  if (cursor.indent < columns) return 'no';
  cursor.advanceColumns(columns);
  return 'yes';
}

function continueIndentedCode({ cursor }: OpenBlocks): Answer {
  if (cursor.indented) cursor.advanceColumns(4);
  else if (cursor.blank) cursor.skipSpace();
  else return 'no';
  return 'yes';
}

function continueFence(parser: OpenBlocks, block: Block): Answer {
  const { cursor } = parser;
  const { fence } = block;
  if (!fence) return 'no';
  const rest = cursor.indented ? '' : cursor.line.slice(cursor.nextNonspace).trimEnd();
  const closes = fence.nests
    ? stepNested(block, { rest, indent: cursor.indent, near: parser }, isMarkdown) === 'closes'
    : rest.length >= fence.length && rest === fence.char.repeat(rest.length);
  if (closes) return complete(parser, block);
  for (let left = fence.indent; left > 0 && cursor.atSpace; left -= 1) cursor.advanceColumns(1);
  return 'yes';
}

function continueMath(parser: OpenBlocks, block: Block): Answer {
  const { cursor } = parser;
  if (cursor.blank) return block.fragile ? 'no' : 'yes';
  const rest = cursor.line.slice(cursor.nextNonspace).trimEnd();
  const body = withoutEnd(rest, '.,;:。、，．');
  const mark = rest.slice(body.length);
  const closer = block.closer ?? '';
  if (!body.endsWith(closer)) return 'yes';
  const last = isEnvironment(block) ? body : body.slice(0, -closer.length);
  block.text += `${last}${mark}\n`;
  return complete(parser, block);
}

function complete(parser: OpenBlocks, block: Block): Answer {
  block.complete = true;
  parser.finalise(block);
  return 'done';
}
