import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';
import { emptyTree, type Tree } from './tree.ts';

/** Each file breaks one rule, alone. */
const broken = {
  'main/chat/turns/any.ts': [
    'lint/suspicious/noExplicitAny',
    'export const read = (value: any) => value;\n',
  ],
  'main/chat/turns/floating.ts': [
    'lint/nursery/noFloatingPromises',
    'export const save = async (): Promise<void> => undefined;\nexport function run(): void {\n  save();\n}\n',
  ],
  'main/chat/turns/misused.ts': [
    'lint/nursery/noMisusedPromises',
    "const ready = async (): Promise<boolean> => true;\nexport const word = (): string => {\n  if (ready()) return 'yes';\n  return 'no';\n};\n",
  ],
  'main/chat/turns/unsure.ts': [
    'lint/style/noNonNullAssertion',
    'export const first = (list: string[]): string => list[0]!;\n',
  ],
  'main/chat/turns/fetch.ts': [
    'lint/style/noRestrictedGlobals',
    "export const load = (): Promise<Response> => fetch('https://example.org/');\n",
  ],
  'renderer/markdown/socket.ts': [
    'lint/style/noRestrictedGlobals',
    "export const open = (): WebSocket => new WebSocket('wss://example.org/');\n",
  ],
  'main/chat/turns/empty.ts': [
    'lint/suspicious/noEmptyBlockStatements',
    'export function quiet(work: () => void): void {\n  try {\n    work();\n  } catch {}\n}\n',
  ],
  'renderer/markdown/Words.tsx': [
    'lint/style/noJsxLiterals',
    'export function Words() {\n  return <p>Some words</p>;\n}\n',
  ],
  'renderer/markdown/Picture.tsx': [
    'lint/a11y/useAltText',
    'export function Picture({ address }: { address: string }) {\n  return <img src={address} />;\n}\n',
  ],
} as const;

/** This repository's rules without its files. */
function smallTree(): Tree {
  const tree = emptyTree();
  for (const file of ['biome.jsonc', 'package.json']) {
    tree.write(file, readFileSync(join(root, file), 'utf8'));
  }
  tree.linkModules();
  return tree;
}

let report: string | undefined;

/** One run over all of them. */
async function lint(): Promise<string> {
  const tree = smallTree();
  for (const [file, [, text]] of Object.entries(broken)) tree.write(file, text);
  tree.addToGit();
  return (await tree.errors('lint')).join('\n');
}

test.each(Object.keys(broken) as (keyof typeof broken)[])('%s is refused', async (file) => {
  report ??= await lint();
  expect(report).toMatch(new RegExp(`${file}:\\d+:\\d+ ${broken[file][0]}`));
});
