import * as z from 'zod';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import type { Portal } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';

/** Addresses of each system's portal pages for keys and usage. */
export interface Portals {
  of(systemId: string): Portal;
  /** @throws AppError `address-invalid` unless it is https, or http on this computer */
  set(systemId: string, portal: Portal): Promise<void>;
  forget(systemId: string): void;
}

const unknown: Portal = { keysUrl: null, usageUrl: null };

const kept = z.url().nullable();

export const portalRows: RowReader<readonly [string, Portal]> = {
  table: 'genai_portals',
  called: 'system_id',
  read: (row) => [
    row.word('system_id'),
    {
      keysUrl: row.or(null, () => row.shaped('keys_url', kept)),
      usageUrl: row.or(null, () => row.shaped('usage_url', kept)),
    },
  ],
};

export async function openPortals(database: Database): Promise<Portals> {
  const rows = await database.all('SELECT * FROM genai_portals');
  const known = new Map(readRows(database, portalRows, rows));
  return {
    of: (systemId) => known.get(systemId) ?? unknown,
    async set(systemId, { keysUrl, usageUrl }) {
      const portal = {
        keysUrl: address('keysUrl', keysUrl),
        usageUrl: address('usageUrl', usageUrl),
      };
      await database.run({
        sql: 'INSERT OR REPLACE INTO genai_portals (system_id, keys_url, usage_url) VALUES (?, ?, ?)',
        params: [systemId, portal.keysUrl, portal.usageUrl],
      });
      known.set(systemId, portal);
    },
    forget: (systemId) => void known.delete(systemId),
  };
}

function address(field: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const problem =
    url === null
      ? 'not-a-url'
      : url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))
        ? 'not-https'
        : url.username !== '' || url.password !== ''
          ? 'has-credentials'
          : null;
  if (problem !== null || url === null) {
    throw new AppError('address-invalid', { details: { field, problem: problem ?? 'not-a-url' } });
  }
  return url.href;
}
