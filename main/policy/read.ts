import { AppError } from '../../preload/contract/errors.ts';
import { isDeeper, parseJson } from '../../preload/contract/json.ts';
import { type PolicyFile, policyFile } from '../../preload/contract/settings/policy-file.ts';
import type { Authority, SystemProposal } from '../../preload/contract/systems/systems.ts';
import { type ProxyWish, proxyAddress } from '../network/index.ts';
import { readGivenAuthorities } from '../systems/index.ts';
import { PolicyFault } from './fault.ts';
import { keyTwice } from './key-twice.ts';

/** A policy, with everything in it looked at. */
export interface ReadPolicy {
  readonly file: PolicyFile;
  readonly systems: readonly SystemProposal[];
  readonly authorities: readonly Authority[];
  readonly proxy: ProxyWish | null;
}

/** What system files are read with: they know the domains that ask for policies. */
export interface SystemFileReaders {
  /** @throws AppError */
  readonly readSystemFile: (bytes: Uint8Array) => SystemProposal;
  /** Where something looks like a secret; null where nothing does. */
  readonly findSecret: (value: unknown) => string | null;
}

/** Systems and authorities are lists of records: no policy goes deeper. */
const deepest = 12;

/** The value of a file of JSON. @throws PolicyFault */
export function parsePolicy(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PolicyFault('encoding', '', cause);
  }
  // UTF-16 of plain letters is UTF-8 with a zero beside each.
  if (text.includes('\0')) throw new PolicyFault('encoding');
  if (isDeeper(text, deepest)) throw new PolicyFault('not-json');
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new PolicyFault('not-json', '', cause);
  }
  const twice = keyTwice(text);
  if (twice !== null) throw new PolicyFault('twice', twice.slice(0, 100));
  return value;
}

/** @throws PolicyFault: whatever is wrong with a part is wrong with all of it */
export function readPolicy(value: unknown, readers: SystemFileReaders): ReadPolicy {
  const { readSystemFile, findSecret } = readers;
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
  if (typeof version === 'number' && version > 1) throw new PolicyFault('newer', String(version));
  const parsed = policyFile.safeParse(value);
  if (!parsed.success) throw new PolicyFault('shape', placeOf(parsed.error.issues[0]));
  const file = parsed.data;
  const { locks: _, ...rest } = file;
  const secret = findSecret(rest);
  if (secret !== null) throw new PolicyFault('secret', secret);
  if (file.locks?.noProxy === true && (file.proxy?.kind ?? 'none') !== 'none') {
    throw new PolicyFault('contradiction', 'locks.noProxy, proxy');
  }
  return {
    file,
    systems: (file.systems ?? []).map((system, at) =>
      within('system', `systems.${at}`, () =>
        readSystemFile(
          Buffer.from(JSON.stringify({ format: 'compute-desk-system', version: 1, ...system })),
        ),
      ),
    ),
    authorities: within('authority', 'authorities', () =>
      readGivenAuthorities((file.authorities ?? []).map((pem) => Buffer.from(pem))),
    ),
    proxy: within('proxy', 'proxy', () => wishOf(file.proxy)),
  };
}

function wishOf(proxy: PolicyFile['proxy']): ProxyWish | null {
  if (proxy === undefined) return null;
  if (proxy.kind !== 'manual') return proxy;
  const { address, except = '' } = proxy;
  const url = proxyAddress(address);
  return { kind: 'manual', url, except, revision: 'policy', credentials: async () => null };
}

function within<T>(code: 'system' | 'authority' | 'proxy', where: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const about = cause instanceof AppError ? `${where} (${cause.code})` : where;
    throw new PolicyFault(code, about, cause);
  }
}

function placeOf(
  issue: { readonly path: readonly PropertyKey[]; readonly keys?: unknown } | undefined,
): string {
  const unknown = Array.isArray(issue?.keys) ? issue.keys.slice(0, 1) : [];
  return [...(issue?.path ?? []), ...unknown].map(String).join('.').slice(0, 200);
}
