import type { FileFault } from '../../../common/texts/file-fault.ts';
import { duplicateField } from '../../../common/texts/json-text.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type PolicyFile, policyFile } from '../../../preload/contract/settings/policy-file.ts';
import type { SystemProposal } from '../../../preload/contract/systems/system-files.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import { FileProblem } from '../files/file-problem.ts';
import { fieldFaults, parseJsonFile } from '../files/json-file.ts';
import { type ProxyPreference, proxyWithoutCredentials } from '../network/index.ts';
import { readSystemFile } from '../system-file/index.ts';
import { findSecret } from '../system-file/secrets.ts';
import { armouredPem, readListedAuthorities } from '../x509/armoured-pem.ts';
import { PolicyFault } from './fault.ts';

/** A policy with all its parts parsed. */
export interface ParsedPolicy {
  readonly file: PolicyFile;
  readonly systems: readonly SystemProposal[];
  readonly authorities: readonly Authority[];
  readonly proxy: ProxyPreference | null;
}

/** Maximum nesting; systems and authorities are lists of records. */
const deepest = 12;

/** Decodes a policy's text. @throws PolicyFault */
export function textOfPolicy(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PolicyFault('encoding', '', cause);
  }
  // UTF-16 of plain letters is UTF-8 with a zero beside each.
  if (text.includes('\0')) throw new PolicyFault('encoding');
  return text;
}

/** Parses a policy's JSON. @throws PolicyFault */
export function parsePolicy(text: string): unknown {
  try {
    const value = parseJsonFile(text, deepest);
    const twice = duplicateField(text);
    if (twice === null) return value;
    const { path, line, column } = twice;
    throw new PolicyFault('twice', nameOf(path), null, { fault: 'field-twice', line, column });
  } catch (cause) {
    if (!(cause instanceof FileProblem)) throw cause;
    throw new PolicyFault('not-json', '', cause, cause.details);
  }
}

/** @throws PolicyFault: a problem in one part makes the whole policy invalid */
export function readPolicy(value: unknown): ParsedPolicy {
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
  if (typeof version === 'number' && version > 1) throw new PolicyFault('newer', String(version));
  const parsed = policyFile.safeParse(value);
  if (!parsed.success) {
    const { path, fault } = fieldFaults(parsed.error.issues, value)[0] ?? wholeFault;
    throw new PolicyFault('shape', nameOf(path), null, { path, fault });
  }
  const file = withPem(parsed.data);
  const { locks: _, ...rest } = file;
  const secret = findSecret(rest);
  if (secret !== null) {
    const { where, fault, path } = secret;
    throw new PolicyFault('secret', where, null, { path, fault });
  }
  if (file.locks?.noProxy === true && (file.proxy?.kind ?? 'none') !== 'none') {
    throw new PolicyFault('contradiction', 'locks.noProxy, proxy', null, {
      path: ['locks', 'noProxy'],
    });
  }
  return {
    file,
    systems: (file.systems ?? []).map((system, at) =>
      within('system', ['systems', at], () =>
        readSystemFile(
          Buffer.from(JSON.stringify({ format: 'compute-desk-system', version: 1, ...system })),
        ),
      ),
    ),
    authorities: within('authority', [], () => readListedAuthorities(file.authorities ?? [])),
    proxy: within('proxy', ['proxy', 'address'], () => wishOf(file.proxy)),
  };
}

const wholeFault = { path: [], fault: 'field-value' } as const;
const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, 200);

/** Wraps every certificate in PEM: bare Base64 looks like a secret. */
function withPem(file: PolicyFile): PolicyFile {
  const { authorities, systems } = file;
  return {
    ...file,
    ...(authorities && { authorities: authorities.map(armouredPem) }),
    ...(systems && {
      systems: systems.map((system) => ({
        ...system,
        ...(system.authorities && { authorities: system.authorities.map(armouredPem) }),
      })),
    }),
  };
}

function wishOf(proxy: PolicyFile['proxy']): ProxyPreference | null {
  if (proxy === undefined) return null;
  if (proxy.kind !== 'manual') return proxy;
  const { address, except = '' } = proxy;
  const url = proxyWithoutCredentials(address);
  return { kind: 'manual', url, except, revision: 'policy', credentials: async () => null };
}

function within<T>(
  code: 'system' | 'authority' | 'proxy',
  above: readonly PropertyKey[],
  read: () => T,
): T {
  try {
    return read();
  } catch (cause) {
    const details = cause instanceof AppError ? cause.details : {};
    const { field = '', where = field, fault } = details;
    const path = [...above, ...String(where).split('.').filter(Boolean)];
    const usual = code === 'authority' ? 'field-certificate' : 'field-address';
    const isCertificate = cause instanceof AppError && cause.code.startsWith('certificate');
    const other = isCertificate ? 'field-certificate' : usual;
    throw new PolicyFault(code, nameOf(path), cause, {
      path,
      fault: (fault as FileFault | undefined) ?? other,
    });
  }
}
