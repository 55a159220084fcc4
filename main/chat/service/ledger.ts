import { type UsageDay, usageDay } from '../../../preload/contract/chat/usage.ts';
import { csvText } from '../../base/files/csv.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { TokenUsage } from './stream/usage.ts';

export interface LedgerEntry {
  readonly systemId: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly model: string;
  /** The server's count; null without one, as in an interrupted stream. */
  readonly usage: TokenUsage | null;
}

/** Our own account of requests and tokens by key, model and day. */
export interface Ledger {
  /** Adds an entry; retries failed writes. @throws AppError as the database, the first time */
  add(entry: LedgerEntry, at: Date): Promise<void>;
  /** Returns the days from `from` to `to`, both included (`YYYY-MM-DD`), oldest first. */
  read(systemId: string, from: string, to: string): Promise<UsageDay[]>;
  /** Tries a last time. */
  close(): Promise<void>;
}

/** Retry interval for failed writes, ms. */
const pause = 1_000;

/** Returns one line per day, key and model (RFC 4180), in UTF-8 with the byte order mark that spreadsheets need. */
export function toCsv(days: readonly UsageDay[]): string {
  const head =
    'day,key,model,requests,uncounted_requests,input_tokens,output_tokens,cached_tokens,reasoning_tokens';
  const lines = days.map((one) =>
    [
      one.day,
      csvText(one.keyName),
      csvText(one.model),
      one.requests,
      one.uncounted,
      one.inputTokens,
      one.outputTokens,
      one.cachedTokens ?? '',
      one.reasoningTokens ?? '',
    ].join(','),
  );
  return `\uFEFF${[head, ...lines].join('\r\n')}\r\n`;
}

/** Returns the date in the user's time zone. */
export function localDay(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export const usageRows: RowReader<UsageDay> = {
  table: 'usage_ledger',
  called: 'day',
  read: (row) => ({
    day: row.shaped('day', usageDay.shape.day),
    keyId: row.word('key_id'),
    keyName: row.text('key_name'),
    model: row.text('model'),
    requests: row.count('requests'),
    uncounted: row.count('uncounted'),
    inputTokens: row.count('input_tokens'),
    outputTokens: row.count('output_tokens'),
    cachedTokens: row.or(null, () => row.optionalCount('cached_tokens')),
    reasoningTokens: row.or(null, () => row.optionalCount('reasoning_tokens')),
  }),
};

/** @param onLate called for each entry that a retry wrote */
export function createLedger(database: Database, onLate: (systemId: string) => void): Ledger {
  const waiting = new Set<{ readonly entry: LedgerEntry; readonly at: Date }>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  async function write(entry: LedgerEntry, at: Date): Promise<void> {
    const { systemId, keyId, keyName, model, usage } = entry;
    const { inputTokens = 0, outputTokens = 0, cachedTokens, reasoningTokens } = usage ?? {};
    const uncounted = usage === null ? 1 : 0;
    await database.run({
      sql: `INSERT INTO usage_ledger (system_id, key_id, key_name, model, day, requests, uncounted,
          input_tokens, output_tokens, cached_tokens, reasoning_tokens)
        VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)
        ON CONFLICT (system_id, day, key_id, model) DO UPDATE SET
          key_name = excluded.key_name, requests = requests + 1,
          uncounted = uncounted + excluded.uncounted,
          input_tokens = input_tokens + excluded.input_tokens,
          output_tokens = output_tokens + excluded.output_tokens,
          cached_tokens = coalesce(cached_tokens + excluded.cached_tokens, cached_tokens,
            excluded.cached_tokens),
          reasoning_tokens = coalesce(reasoning_tokens + excluded.reasoning_tokens,
            reasoning_tokens, excluded.reasoning_tokens)`,
      params: [
        systemId,
        keyId,
        keyName,
        model,
        localDay(at),
        uncounted,
        inputTokens,
        outputTokens,
        cachedTokens ?? null,
        reasoningTokens ?? null,
      ],
    });
  }

  /** Only one write at a time tries an entry: written twice, it would count twice. */
  async function writeAgain(): Promise<void> {
    for (const one of [...waiting]) {
      waiting.delete(one);
      try {
        await write(one.entry, one.at);
        onLate(one.entry.systemId);
      } catch {
        // the first failure was reported
        waiting.add(one);
        break;
      }
    }
    arm();
  }

  function arm(): void {
    if (timer !== null || closed || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      void writeAgain();
    }, pause).unref();
  }

  return {
    async add(entry, at) {
      try {
        await write(entry, at);
      } catch (error) {
        waiting.add({ entry, at });
        arm();
        throw error;
      }
    },

    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await writeAgain();
    },

    async read(systemId, from, to) {
      const rows = await database.all(
        `SELECT * FROM usage_ledger WHERE system_id = ? AND day BETWEEN ? AND ?
          ORDER BY day, key_name, model`,
        [systemId, from, to],
      );
      return readRows(database, usageRows, rows);
    },
  };
}
