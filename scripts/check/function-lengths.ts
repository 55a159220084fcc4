import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

/** Maximum lines of a body, whatever is on them. */
const most = 120;

/** Comment above a function that stays longer, with the reason. */
const reason = /^\s*Stays long: \S/;

/** A function has one job. Biome's own rule ignores lines that begin with a brace or a tag, which is half of most. */
export const functionLengths: Checker = async (root) => {
  const folders = ['common', 'main', 'preload', 'renderer', 'scripts'];
  const files = await filesBelow(root, folders, ['.ts', '.tsx', '.mts', '.mjs']);
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      return linesIn(text) > most ? longOnes(file, text) : [];
    }),
  );
  return lists.flat();
};

function longOnes(file: string, text: string): Finding[] {
  return nodesOf(file, text).flatMap((node) => {
    const body = bodyOf(node);
    if (body === undefined) return [];
    const lines = linesIn(text.slice(body.start, body.end));
    if (lines <= most || hasReason(file, text, node)) return [];
    const place = `${file}:${lineOf(text, node.start)}`;
    return [error(place, `a function of ${lines} lines (at most ${most}): cut it by its jobs`)];
  });
}

function bodyOf(node: Node): Node | undefined {
  const isFunction = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression)$/;
  if (!isFunction.test(node.type)) return undefined;
  return (node.body as Node | null) ?? undefined;
}

/** Searches the comments that end on the line before the function, and the ones before those. */
function hasReason(file: string, text: string, node: Node): boolean {
  let first = lineOf(text, node.start);
  for (const comment of parseSync(file, text, {}).comments.reverse()) {
    if (lineOf(text, comment.end) !== first - 1) continue;
    if (reason.test(comment.value)) return true;
    first = lineOf(text, comment.start);
  }
  return false;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
