import * as z from 'zod';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import { hasBlanks } from '../../../common/addresses/redirect-urls.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { signInSettings, signInWays } from '../../../preload/contract/systems/session.ts';
import { defaultRealmPath } from '../../../preload/contract/systems/systems.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRow } from '../../base/storage/rows/index.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/vault.ts';

/** The stored sign-in settings of a system; the route is stored with the system, the secret in the vault. */
const storedSettings = signInSettings.omit({ route: true, hasClientSecret: true }).extend({
  hasClientSecret: z.boolean().default(false),
  /** From the last sign-in: default of the next. */
  lastWay: z.enum(signInWays).nullable(),
  /** The user has chosen how calls authenticate: the question is not repeated after signing in. */
  routeAnswered: z.boolean(),
});
export type StoredSettings = z.infer<typeof storedSettings>;

export const defaultRedirectUrl = 'compute-desk://oauth/callback';
/** Without its port: RFC 8252 (section 7.3) makes providers accept any port on loopback. */
export const loopbackRedirectUrl = 'http://127.0.0.1/oauth/callback';

/** Has a port only if the user fixed one: providers accept any on loopback (RFC 8252, section 7.3). */
export function loopbackOf({ loopbackPort }: Pick<StoredSettings, 'loopbackPort'>): string {
  if (loopbackPort === null) return loopbackRedirectUrl;
  return loopbackRedirectUrl.replace('127.0.0.1', `127.0.0.1:${loopbackPort}`);
}

export const defaultSettings: StoredSettings = {
  clientId: null,
  hasClientSecret: false,
  extraScopes: [],
  redirectUrl: defaultRedirectUrl,
  browserRedirect: 'loopback',
  loopbackPort: null,
  presentation: { header: 'authorization', scheme: 'Bearer' },
  idTokenRequired: true,
  keysUrl: null,
  keepTokens: true,
  realmPath: defaultRealmPath,
  lastWay: null,
  routeAnswered: false,
};

/** Absent fields stay; null removes the Client ID or secret. */
export type SettingsChange = {
  readonly [K in keyof Omit<StoredSettings, 'hasClientSecret'>]?: StoredSettings[K] | undefined;
} & { readonly clientSecret?: string | null | undefined };

/** Each system's sign-in settings. */
export interface SettingsStore {
  load(systemId: string): Promise<StoredSettings>;
  /** @throws AppError `sign-in-settings-invalid`, and those of the vault */
  change(systemId: string, change: SettingsChange, scope: SecretScope): Promise<StoredSettings>;
  /** Returns null if there is none. @throws AppError `vault-locked`, `vault-damaged` */
  clientSecret(systemId: string, scope: SecretScope): Promise<string | null>;
  forget(systemId: string): Promise<void>;
}

/** A field that this version cannot read falls back to its default. */
export const settingsRows: RowReader<StoredSettings> = {
  table: 'sign_in_settings',
  called: 'system_id',
  read(row) {
    const found = row.json('settings', z.record(z.string(), z.unknown()));
    const readable = Object.entries(storedSettings.shape).flatMap(([name, shape]) => {
      const read = shape.safeParse(found[name]);
      return found[name] !== undefined && read.success ? [[name, read.data] as const] : [];
    });
    return storedSettings.parse({ ...defaultSettings, ...Object.fromEntries(readable) });
  },
};

export function openSettingsStore(
  database: Database,
  vault: Vault,
  policy?: Pick<Policy, 'isLocked' | 'requireOpen'>,
): SettingsStore {
  const memoryOnly = policy?.isLocked('noKeptTokens') === true;
  const secretName = (systemId: string): string => `sign-in-secret:${systemId}`;

  /** Returns the user's choice, whatever a policy says now. */
  async function stored(systemId: string): Promise<StoredSettings> {
    const row = await database.get({
      sql: 'SELECT * FROM sign_in_settings WHERE system_id = ?',
      params: [systemId],
    });
    return (row && readRow(database, settingsRows, row)) ?? defaultSettings;
  }
  const inForce = (settings: StoredSettings): StoredSettings =>
    memoryOnly ? { ...settings, keepTokens: false } : settings;
  const load = async (systemId: string): Promise<StoredSettings> => inForce(await stored(systemId));

  return {
    load,
    async change(systemId, { clientSecret, ...change }, scope) {
      if (change.keepTokens === true) policy?.requireOpen('noKeptTokens');
      const defined = Object.entries(change).filter(([, value]) => value !== undefined);
      const next = storedSettings.parse({
        ...(await stored(systemId)),
        ...Object.fromEntries(defined),
        ...(clientSecret === undefined ? {} : { hasClientSecret: clientSecret !== null }),
      });
      const checked = {
        ...next,
        redirectUrl: usableRedirectUrl(next.redirectUrl),
        keysUrl: usableKeysUrl(next.keysUrl),
      };
      if (typeof clientSecret === 'string') {
        await vault.put(secretName(systemId), new TextEncoder().encode(clientSecret), scope);
      }
      if (clientSecret === null) await vault.remove(secretName(systemId));
      await database.run({
        sql: 'INSERT OR REPLACE INTO sign_in_settings (system_id, settings) VALUES (?, ?)',
        params: [systemId, JSON.stringify(checked)],
      });
      return inForce(checked);
    },
    async clientSecret(systemId, scope) {
      if (!(await load(systemId)).hasClientSecret) return null;
      return new TextDecoder().decode(await vault.get(secretName(systemId), scope));
    },
    async forget(systemId) {
      await vault.remove(secretName(systemId));
      await database.run({
        sql: 'DELETE FROM sign_in_settings WHERE system_id = ?',
        params: [systemId],
      });
    },
  };
}

/** Schemes that a browser would run or read from the disk instead of returning to the app. */
const forbidden = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

/**
 * Returns an absolute URL without query, fragment and credentials, since it is compared as a whole; http to loopback
 * only (RFC 8252, section 7.3).
 */
function usableRedirectUrl(text: string): string {
  const refuse = (problem: string): AppError =>
    new AppError('sign-in-settings-invalid', { details: { setting: 'redirectUrl', problem } });
  if (hasBlanks(text) || !URL.canParse(text)) throw refuse('not-a-url');
  const url = new URL(text);
  if (forbidden.has(url.protocol)) throw refuse('scheme');
  if (url.search !== '' || url.hash !== '' || text.includes('*')) throw refuse('not-exact');
  if (url.username !== '' || url.password !== '') throw refuse('has-credentials');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw refuse('not-https');
  return url.href;
}

/** Keys decide whom to trust: they come over https, or from this computer. */
function usableKeysUrl(text: string | null): string | null {
  if (text === null) return null;
  const refuse = (problem: string): AppError =>
    new AppError('sign-in-settings-invalid', { details: { setting: 'keysUrl', problem } });
  if (hasBlanks(text) || !URL.canParse(text)) throw refuse('not-a-url');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw refuse('has-credentials');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) {
    return url.href;
  }
  throw refuse('not-https');
}
