import type { Database } from '../storage/database.ts';

/** How far an estimate of tokens can be trusted. */
export interface Trust {
  /** Counted tokens per estimated one. */
  readonly ratio: number;
  /** The count is within this share of the estimate, either way. */
  readonly margin: number;
}

/** Learns from the server's own `usage` what its tokenizer makes of our estimates, model by model. */
export interface Calibrations {
  of(systemId: string, model: string): Trust;
  learn(systemId: string, model: string, estimated: number, counted: number): Promise<void>;
  forget(systemId: string): void;
}

interface Sums {
  readonly counted: number;
  readonly estimated: number;
  /** Fading mean of how far single requests were off. */
  readonly deviation: number;
  readonly samples: number;
}

const untaught = 0.3;
const smallestMargin = 0.02;
const fading = 0.95;
/** Shorter prompts are mostly the template's own tokens. */
const shortest = 100;

export async function openCalibrations(database: Database): Promise<Calibrations> {
  const known = new Map<string, Sums>();
  const name = (systemId: string, model: string): string => `${systemId}\n${model}`;
  for (const row of await database.all('SELECT * FROM token_calibrations')) {
    known.set(name(String(row.system_id), String(row.model)), {
      counted: Number(row.counted),
      estimated: Number(row.estimated),
      deviation: Number(row.deviation),
      samples: Number(row.samples),
    });
  }

  return {
    of(systemId, model) {
      const sums = known.get(name(systemId, model));
      if (sums === undefined) return { ratio: 1, margin: untaught };
      const margin = 2 * sums.deviation + untaught / (sums.samples + 1);
      return {
        ratio: sums.counted / sums.estimated,
        margin: Math.min(untaught, Math.max(smallestMargin, margin)),
      };
    },

    async learn(systemId, model, estimated, counted) {
      if (estimated < shortest) return;
      // So far off it is no count of this prompt: of its uncached part only, for example.
      if (counted < estimated / 5 || counted > estimated * 5) return;
      const key = name(systemId, model);
      const before = known.get(key) ?? { counted: 0, estimated: 0, deviation: 0, samples: 0 };
      const expected =
        before.samples === 0 ? counted : estimated * (before.counted / before.estimated);
      const off = Math.abs(counted - expected) / expected;
      const sums: Sums = {
        counted: before.counted * fading + counted,
        estimated: before.estimated * fading + estimated,
        deviation: before.deviation * 0.8 + Math.min(off, 1) * 0.2,
        samples: before.samples + 1,
      };
      known.set(key, sums);
      await database.run({
        sql: `INSERT OR REPLACE INTO token_calibrations
          (system_id, model, counted, estimated, deviation, samples) VALUES (?, ?, ?, ?, ?, ?)`,
        params: [systemId, model, sums.counted, sums.estimated, sums.deviation, sums.samples],
      });
    },

    forget(systemId) {
      for (const key of known.keys()) if (key.startsWith(`${systemId}\n`)) known.delete(key);
    },
  };
}
