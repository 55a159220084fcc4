import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

/** Functions that start programs with a list of arguments; `exec` and `execSync` pass a line to a shell. */
const byList = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']);
const shells =
  /^(?:.*[\\/])?(?:sh|bash|dash|zsh|ksh|fish|cmd|powershell|pwsh|wscript|cscript|osascript)(?:\.exe)?$/i;

/** Shells that run a fixed text, and get everything else as parameters, which they do not read as commands. */
const listed: Readonly<Record<string, string>> = {
  'main/chat/tool-servers/guard.ts': '/bin/sh',
};

/**
 * Nothing is passed to a shell: programs' arguments contain file names, addresses and foreign text, and a shell would
 * interpret them.
 */
export const programs: Checker = async (root) => {
  const files = await filesBelow(
    root,
    ['common', 'main', 'preload', 'scripts'],
    ['.ts', '.mts', '.mjs'],
  );
  const shipped = files.filter((file) => !/^scripts\/(?!start\b)/.test(file));
  const lists = await Promise.all(
    shipped.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      if (!text.includes('child_process')) return [];
      return nodesOf(file, text).flatMap((node) => {
        const what = shellIn(node);
        const isListed = node.type === 'Literal' && node.value === listed[file];
        return what === null || isListed
          ? []
          : [error(`${file}:${lineOf(text, node.start)}`, what)];
      });
    }),
  );
  return lists.flat();
};

/** Returns why a shell may be started. */
function shellIn(node: Node): string | null {
  if (node.type === 'ImportDeclaration' && isProcesses(node.source)) {
    const wrong = (node.specifiers as Node[]).map(importedOf).filter((name) => name !== null);
    return wrong.length === 0
      ? null
      : `${wrong.join(', ')} of child_process: use spawn or execFile`;
  }
  if (node.type === 'ExportNamedDeclaration' && isProcesses(node.source))
    return 'child_process is handed on';
  if (node.type === 'ImportExpression' && isProcesses(node.source)) {
    return 'child_process is imported by its names only';
  }
  if (node.type === 'Property' && nameOf(node.key) === 'shell') {
    return (node.value as Node).value === false
      ? null
      : 'shell: programs are started by themselves';
  }
  const isShell = node.type === 'Literal' && shells.test(String(node.value));
  return isShell ? `${String(node.value)} is a shell` : null;
}

function isProcesses(source: unknown): boolean {
  return /^(?:node:)?child_process$/.test(String((source as Node | null)?.value));
}

/** Returns null if the import is allowed. */
function importedOf(node: Node): string | null {
  if (node.type !== 'ImportSpecifier') return 'all';
  const name = nameOf(node.imported);
  const isType = node.importKind === 'type' || /^[A-Z]/.test(name);
  return isType || byList.has(name) ? null : name;
}

function nameOf(key: unknown): string {
  const { name, value } = key as Node;
  return String(name ?? value);
}
