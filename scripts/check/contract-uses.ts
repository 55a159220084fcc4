import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import type { ContractShape } from '../../preload/contract/define.ts';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

const file = 'preload/contract/index.ts';

/** Calls that no window makes, with the reason. */
const onlyForTests: Readonly<Record<string, string>> = {
  'conversations.open':
    'the tests, the fuzzer and the rounds of `kill -9` read a conversation whole, with every branch',
};

/** Every call is made by the renderer; every event is sent by main and awaited by the renderer. */
export const contractUses: Checker = async (root) => {
  const { contract } = (await import(pathToFileURL(join(root, file)).href)) as {
    readonly contract: ContractShape;
  };
  const page = await stringsBelow(root, 'renderer');
  const main = await stringsBelow(root, 'main');
  const messages: string[] = [];
  for (const [domain, entries] of Object.entries(contract)) {
    const isFollowed =
      page.arguments.has(domain) ||
      Object.keys(entries).some(
        (name) => 'view' in (entries[name] ?? {}) && page.all.has(`${domain}.${name}`),
      );
    /** These are followed by the domain's name (renderer/resources/follow.ts). */
    const follows = ['snapshot', 'changed', 'removed'];
    for (const [member, { kind }] of Object.entries(entries)) {
      const name = `${domain}.${member}`;
      const isUsed = page.all.has(name) || (isFollowed && follows.includes(member));
      if (name in onlyForTests) {
        if (isUsed) messages.push(`'${name}' is used: take it off the list of contract-uses.ts`);
      } else if (!isUsed) messages.push(`nothing in renderer/ uses the ${kind} '${name}'`);
      if (kind === 'event' && !main.all.has(name)) {
        messages.push(`nothing in main/ sends the event '${name}'`);
      }
    }
  }
  return messages.map((message) => error(file, message));
};

interface Strings {
  readonly all: ReadonlySet<string>;
  /** Those given to a function. */
  readonly arguments: ReadonlySet<string>;
}

async function stringsBelow(root: string, folder: string): Promise<Strings> {
  const all = new Set<string>();
  const given = new Set<string>();
  for (const path of await filesBelow(root, [folder], ['.ts', '.tsx'])) {
    const text = await readFile(join(root, path), 'utf8');
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') all.add(value);
      },
      CallExpression({ arguments: list }) {
        for (const one of list) {
          if (one.type === 'Literal' && typeof one.value === 'string') given.add(one.value);
        }
      },
    }).visit(parseSync(path, text, {}).program);
  }
  return { all, arguments: given };
}
