import { policyLocks } from '../../../preload/contract/settings/policy-locks.ts';
import type { RunProgram } from '../host.ts';
import { PolicyFault } from './fault.ts';
import { parsePolicy } from './read.ts';

/** Values of keys as exported, by path below the policy's own key ('' for the key itself). */
export type RegistryValues = ReadonlyMap<string, ReadonlyMap<string, string | number>>;

/** The values of a record; the ADMX file names them too. */
const texts = ['ProxyKind', 'Proxy', 'ProxyExcept', 'UpdateFeed', 'TextEnglish', 'TextJapanese'];
const lists = ['Systems', 'Authorities'];
const folder = 'Software\\Policies';

/**
 * Reads a policy from the registry into the value that a policy file would have; null if there is none. If its absence
 * cannot be told from a failure, it is a failure: every key on the way is searched in the list of its parent, which
 * always exists.
 * @throws PolicyFault `blocked` if not even `Software` can be listed: "Prevent access to registry editing tools" and
 * AppLocker keep users from reg.exe itself
 */
export async function readRegistry(
  hive: 'HKLM' | 'HKCU',
  product: string,
  run: RunProgram,
): Promise<unknown> {
  for (const [above, name] of [
    ['Software', 'Policies'],
    [folder, product],
  ] as const) {
    const { code, stdout } = await run('reg', ['query', `${hive}\\${above}`]);
    if (code !== 0) {
      throw new PolicyFault(above === 'Software' ? 'blocked' : 'unreadable', `${hive}\\${above}`);
    }
    const end = `\\${above}\\${name}`.toLowerCase();
    const lines = stdout.toString('latin1').split(/\r?\n/);
    if (!lines.some((line) => line.trim().toLowerCase().endsWith(end))) return null;
  }
  const { code, stdout } = await run('reg-export', [`${hive}\\${folder}\\${product}`]);
  if (code !== 0) throw new PolicyFault('unreadable');
  return policyIn(readExport(stdout, `${folder}\\${product}`));
}

/** Parses a file of `reg export`: UTF-16 with a byte order mark. @throws PolicyFault */
function readExport(bytes: Uint8Array, top: string): RegistryValues {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) throw new PolicyFault('encoding');
  const text = new TextDecoder('utf-16le').decode(bytes);
  const keys = new Map<string, Map<string, string | number>>();
  let values: Map<string, string | number> | null = null;
  for (const line of linesOf(text)) {
    if (line.startsWith('[')) {
      const path = line.slice(1, -1);
      const from = path.toLowerCase().indexOf(top.toLowerCase());
      if (from < 0 || !line.endsWith(']')) throw new PolicyFault('shape', line.slice(0, 100));
      values = new Map();
      keys.set(path.slice(from + top.length).replace(/^\\/, ''), values);
    } else if (line.startsWith('"') && values !== null) {
      const end = endOfQuoted(line, 0);
      const name = unquoted(line.slice(1, end));
      if (line[end + 1] !== '=') throw new PolicyFault('shape', name.slice(0, 100));
      values.set(name, dataOf(name, line.slice(end + 2)));
    } else if (line !== '' && !line.startsWith('Windows Registry Editor')) {
      throw new PolicyFault('shape', line.slice(0, 100));
    }
  }
  return keys;
}

/** Splits into lines; a quoted text may span lines, and a list of bytes continues after a backslash. */
function linesOf(text: string): string[] {
  const joined = text.replace(/,\\\r?\n\s{1,8}/g, ',');
  const lines: string[] = [];
  let from = 0;
  for (let at = 0; at <= joined.length; at += 1) {
    if (joined[at] === '"') at = endOfQuoted(joined, at);
    else if (at === joined.length || joined[at] === '\n') {
      lines.push(joined.slice(from, at).trim());
      from = at + 1;
    }
  }
  return lines;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  throw new PolicyFault('shape');
}

const unquoted = (text: string): string => text.replace(/\\(.)/gs, '$1');

function dataOf(name: string, data: string): string | number {
  if (data.startsWith('"') && endOfQuoted(data, 0) === data.length - 1) {
    return unquoted(data.slice(1, -1));
  }
  const number = /^dword:([\da-f]{8})$/i.exec(data)?.[1];
  if (number !== undefined) return Number.parseInt(number, 16);
  throw new PolicyFault('shape', name.slice(0, 100));
}

function policyIn(keys: RegistryValues): unknown {
  const own = keys.get('') ?? new Map<string, string | number>();
  const known = new Set([...texts, ...policyLocks.map(registryName)]);
  const strange = [...own.keys()].find((name) => !known.has(name));
  const strangeKey = [...keys.keys()].find((name) => name !== '' && !lists.includes(name));
  if (strange !== undefined) throw new PolicyFault('shape', strange.slice(0, 100));
  if (strangeKey !== undefined) throw new PolicyFault('shape', strangeKey.slice(0, 100));
  const text = (name: string): string | undefined => {
    const value = own.get(name);
    if (typeof value === 'number') throw new PolicyFault('shape', name);
    return value === '' ? undefined : value;
  };
  const list = (name: string): string[] => [...(keys.get(name)?.values() ?? [])].map(String);
  const locks = policyLocks.flatMap((lock) => {
    const value = own.get(registryName(lock));
    if (value === undefined) return [];
    if (value !== 0 && value !== 1) throw new PolicyFault('shape', registryName(lock));
    return [[lock, value === 1] as const];
  });
  const [kind, address, except] = [text('ProxyKind'), text('Proxy'), text('ProxyExcept')];
  const feed = text('UpdateFeed');
  const [en, ja] = [text('TextEnglish'), text('TextJapanese')];
  return {
    systems: list('Systems').map(jsonOf),
    authorities: list('Authorities'),
    ...(kind !== undefined && {
      proxy: {
        kind,
        ...(address !== undefined && { address }),
        ...(except !== undefined && { except }),
      },
    }),
    ...(feed !== undefined && { updateFeed: feed }),
    texts: { ...(en !== undefined && { en }), ...(ja !== undefined && { ja }) },
    locks: Object.fromEntries(locks),
  };
}

/** Returns the registry name of a lock: `noProxy` is `NoProxy`. */
export function registryName(lock: string): string {
  return lock.slice(0, 1).toUpperCase() + lock.slice(1);
}

const jsonOf = (text: string): unknown => parsePolicy(text);
