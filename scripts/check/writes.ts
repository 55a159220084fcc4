import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

const inData = 'in the data folder, which is the user’s alone';
const temporary = 'in a temporary folder of its own (mkdtemp)';

/** Code that changes files directly, and where. */
const listed: Readonly<Record<string, string>> = {
  'main/base/outside/retries.ts': 'what all others rename and remove by',
  'main/base/outside/read.ts': 'opens what it has looked at',
  'main/base/outside/write.ts': 'what all others write by',
  'main/chat/attachments/files.ts': inData,
  'main/settings/backups/index.ts': inData,
  'main/settings/backups/create.ts': inData,
  'main/settings/backups/restored-settings.ts': inData,
  'main/settings/backups/secrets.ts': inData,
  'main/settings/backups/prepare-restore.ts': inData,
  'main/settings/backups/pack.ts': `${inData}: opens what it reads there`,
  'main/settings/backups/unpack.ts': `${inData}: opens what it reads there`,
  'main/demo/files.ts': inData,
  'main/demo/work/home.ts': inData,
  'main/hosts/data-place.ts': 'takes an empty folder away again, which it has just made',
  'main/hosts/electron/crashes/dumps.ts': inData,
  'main/hosts/electron/move-window/index.ts': temporary,
  'main/hosts/electron/own-image.ts': 'opens the running program to read it',
  'main/hosts/electron/start-messages.ts': temporary,
  'main/hosts/electron/system/local-folder.ts': `${inData}, or in that of Windows for caches`,
  'main/hosts/electron/system/temporary-folder.ts':
    'removes a temporary folder when the process ends, once',
  'main/hosts/electron/spelling/dictionaries.ts': `${inData}; of others it opens plain files, without waiting`,
  'main/hosts/electron/wayland/fallback.ts': inData,
  'main/hosts/log.ts': inData,
  'main/hosts/policy.ts': temporary,
  'main/hosts/private-folder.ts': 'takes rights away from others in the data folder',
  'main/hosts/web/downloads.ts': inData,
  'main/hosts/web/index.ts': inData,
  'main/hosts/web/launches.ts': inData,
  'main/hosts/web/running-host.ts': inData,
  'main/base/policy/file.ts': 'opens what it reads, without waiting and within a time',
  'main/base/storage/damage/header.ts': inData,
  'main/base/storage/damage/repair.ts': inData,
  'main/base/storage/files.ts': inData,
  'main/base/storage/formats/before-migration.ts': inData,
  'main/base/storage/formats/inspect.ts': `${inData}: opens what it reads there`,
  'main/base/storage/formats/log.ts': `${inData}: opens what it reads there`,
  'main/base/storage/move/copy.ts':
    'in a new folder that storage/move has made, files where nothing is',
  'main/base/storage/move/index.ts': 'makes the folder of a move where nothing is, in a worker',
  'main/base/storage/parts/merge.ts': inData,
  'main/base/storage/parts/restore.ts': inData,
  'main/base/storage/parts/pending.ts': inData,
  'main/base/storage/sqlite.ts': inData,
  'main/work/jobs/kept-outputs.ts': inData,
  'main/work/ssh/asking.ts': temporary,
  'main/doctor/support/log-lines.ts': `${inData}: opens what it reads there`,
  'main/settings/updates/image.ts':
    'the app’s own file, by another that is made beside it where nothing is',
};

const writing =
  /^(?:f?(?:appendFile|chmod|chown|truncate|utimes)|l(?:chmod|chown|utimes)|copyFile|cp|createWriteStream|link|mkdir|mkdtemp|mkdtempDisposable|open|openAsBlob|rename|rm|rmdir|symlink|unlink|write|writev|writeFile)(?:Sync)?$/;

/** On Windows another program may hold a file: the functions of main/base/outside retry, those of node:fs do not. */
const retried = /^(?:rename|rm|rmdir|unlink)(?:Sync)?$/;
const retriers = /^main\/base\/outside\/|^main\/hosts\/electron\/system\/temporary-folder\.ts$/;

/**
 * Others may write where the user saves, and a place may not answer: only main/base/outside writes outside of the data
 * folder, and code that changes files directly is listed.
 */
export const writes: Checker = async (root) => {
  const files = await filesBelow(root, ['common', 'main', 'preload'], ['.ts']);
  const lists = await Promise.all(
    files.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      const nodes = /fs|outside/.test(text) ? nodesOf(file, text) : [];
      const found = nodes.flatMap(writtenBy);
      const isUsing = nodes.some((node) => namesFrom(node, isOutside, retried).length > 0);
      if (Object.hasOwn(listed, file)) {
        const isStale = found.length === 0 && !isUsing;
        const stale = error(file, 'stands in scripts/check/writes.ts and writes nothing');
        return [...(isStale ? [stale] : []), ...heldBy(file, text, nodes)];
      }
      return found.map(({ node, names }) =>
        error(
          `${file}:${lineOf(text, node.start)}`,
          `${names} of node:fs: outside of the data folder main/base/outside writes; who writes in it is listed`,
        ),
      );
    }),
  );
  return lists.flat();
};

/** Returns the names of node:fs in a part of a file that could change one. */
function writtenBy(node: Node): { node: Node; names: string }[] {
  if (node.type === 'ImportExpression' && isFiles(node.source)) return [{ node, names: 'all' }];
  if (node.type === 'ExportNamedDeclaration' && isFiles(node.source)) {
    return [{ node, names: 'all' }];
  }
  if (node.type !== 'ImportDeclaration' || !isFiles(node.source)) return [];
  const names = (node.specifiers as Node[]).map(importedOf).filter((name) => name !== null);
  return names.length === 0 ? [] : [{ node, names: names.join(', ') }];
}

/** Finds functions that give up if another program has the file open. */
function heldBy(file: string, text: string, nodes: readonly Node[]): Finding[] {
  if (retriers.test(file)) return [];
  return nodes.flatMap((node) => {
    const names = namesFrom(node, isFiles, retried);
    const at = `${file}:${lineOf(text, node.start)}`;
    const why = `${names.join(', ')} of node:fs: those of main/base/outside try again on Windows`;
    return names.length === 0 ? [] : [error(at, why)];
  });
}

/** Returns the names of a kind that a part of a file imports from certain modules. */
function namesFrom(node: Node, from: (source: unknown) => boolean, kind: RegExp): string[] {
  if (node.type !== 'ImportDeclaration' || !from(node.source)) return [];
  return (node.specifiers as Node[]).flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return [];
    const { name, value } = one.imported as Node;
    const imported = String(name ?? value);
    return kind.test(imported) || imported === 'removeEventually' ? [imported] : [];
  });
}

const isOutside = (source: unknown): boolean =>
  /\/outside\/index\.ts$/.test(String((source as Node | null)?.value));

function isFiles(source: unknown): boolean {
  return /^(?:node:)?fs(?:\/promises)?$/.test(String((source as Node | null)?.value));
}

/** Returns null if it changes nothing. */
function importedOf(node: Node): string | null {
  if (node.type !== 'ImportSpecifier') return 'all';
  const { name, value } = node.imported as Node;
  const imported = String(name ?? value);
  // it includes all the others
  if (imported === 'promises' || imported === 'default') return 'all';
  return node.importKind !== 'type' && writing.test(imported) ? imported : null;
}
