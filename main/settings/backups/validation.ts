import { isLoopback } from '../../../common/addresses/loopback.ts';
import type {
  RestoreDifferences,
  SystemField,
} from '../../../preload/contract/settings/backups.ts';
import { checkAddress } from '../../base/addresses/index.ts';
import { proxyWithoutCredentials } from '../../base/network/index.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { readRow } from '../../base/storage/rows/index.ts';
import { readAuthorities } from '../../base/x509/authorities.ts';
import { connectionRows } from '../../systems/connections/index.ts';
import type { SystemTrust } from './system-trust.ts';

/** A value to remove because a user could not have typed it. */
interface Refusal {
  readonly field: SystemField;
  readonly statement: Statement;
}

/** Validates the values of a system from a backup as if they had been typed. */
export function findInvalid({ system, rows, calendars }: SystemTrust): Refusal[] {
  const { id } = system;
  const refusals: Refusal[] = [];
  const refuse = (field: SystemField, sql: string): void => {
    refusals.push({ field, statement: { sql, params: [id] } });
  };
  if (!isAddress('webApi', system.webApiUrl, system.kind, true)) {
    refuse('webApi', "UPDATE systems SET web_api_url = '' WHERE id = ?");
  }
  if (!isAddress('identityProvider', system.authUrl, system.kind)) {
    refuse('identityProvider', 'UPDATE systems SET auth_url = NULL WHERE id = ?');
  }
  if (!isAddress('genai', system.genaiUrl, system.kind)) {
    refuse('genai', 'UPDATE systems SET genai_url = NULL WHERE id = ?');
  }
  if (!system.authorities.every(isAuthority)) {
    refuse('authorities', "UPDATE systems SET authorities = '[]' WHERE id = ?");
  }
  const chosen = rows.connections && readRow({}, connectionRows, rows.connections);
  if (chosen) {
    if (!chosen.pins.every(isAuthority)) {
      refuse('pins', "UPDATE connections SET pins = '[]' WHERE system_id = ?");
    }
    if (!chosen.intermediates.every(isAuthority)) {
      refuse('intermediates', "UPDATE connections SET intermediates = '[]' WHERE system_id = ?");
    }
    if (chosen.proxy.kind === 'manual' && !isProxy(chosen.proxy.address)) {
      refuse('proxy', `UPDATE connections SET proxy = '{"kind":"system"}' WHERE system_id = ?`);
    }
  }
  const { portal, clients } = rows;
  if (![portal?.keys_url, portal?.usage_url].every(isPage)) {
    refuse('portal', 'DELETE FROM genai_portals WHERE system_id = ?');
  }
  if (![clients?.web_interface_url, clients?.registration_url].every(isPage)) {
    refuse('clients', 'DELETE FROM client_settings WHERE system_id = ?');
  }
  if (!calendars.every(isPage)) {
    refuse('calendars', 'DELETE FROM maintenance_calendars WHERE system_id = ? AND url NOT NULL');
  }
  return refusals;
}

export function describeInvalid(
  refused: ReadonlyMap<string, readonly Refusal[]>,
  there: ReadonlyMap<string, SystemTrust>,
): RestoreDifferences['refused'] {
  return [...refused].flatMap(([id, refusals]) =>
    refusals.map(({ field }) => ({ system: there.get(id)?.system.name ?? '', field })),
  );
}

/** @param canBeEmpty the Web API's may, if a system has only generative AI */
function isAddress(
  field: 'webApi' | 'identityProvider' | 'genai',
  kept: string | null,
  kind: 'demo' | 'real',
  canBeEmpty = false,
): boolean {
  if (kept === null || (canBeEmpty && kept === '')) return true;
  const { address } = checkAddress(field, kept);
  // the demo's servers are on this computer, wherever its row says
  return address !== null && (kind === 'real' || isLoopback(new URL(kept).hostname));
}

/** Its description must match its certificate. */
function isAuthority({ pem, fingerprint }: { pem: string; fingerprint: string }): boolean {
  try {
    const [only, ...others] = readAuthorities(Buffer.from(pem));
    return others.length === 0 && only?.fingerprint === fingerprint;
  } catch {
    return false;
  }
}

function isProxy(address: string): boolean {
  try {
    return proxyWithoutCredentials(address).origin === address;
  } catch {
    return false;
  }
}

/** Returns whether it is an address for a web page: https, or http on this computer, without credentials. */
function isPage(kept: unknown): boolean {
  if (kept === null || kept === undefined) return true;
  if (typeof kept !== 'string' || !URL.canParse(kept)) return false;
  const { protocol, hostname, username, password } = new URL(kept);
  const plain = username === '' && password === '';
  return plain && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

/** @returns the removed values, by system id */
export async function removeInvalid(
  restored: Database,
  standings: readonly SystemTrust[],
): Promise<Map<string, Refusal[]>> {
  const refused = new Map(standings.map((one) => [one.system.id, findInvalid(one)] as const));
  const statements = [...refused.values()].flat().map(({ statement }) => statement);
  if (statements.length > 0) await restored.runAll(statements);
  return refused;
}
