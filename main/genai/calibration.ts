import { type KindCounts, textKinds, usualCount } from '../../preload/contract/chat/tokens.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { learnt, predict, spreadOf, type TokenizerState, untaught } from './tokenizer-state.ts';

/** Tokens that a server will probably count: as many more or fewer as `margin` in less than 5 % of cases. */
export interface Estimate {
  readonly tokens: number;
  readonly margin: number;
}

/** How a model's server counts, as far as it is known. */
export type Estimator = (counts: KindCounts) => Estimate;

/** Learns from the server's own `usage` what its tokenizer makes of each kind of text, model by model. */
export interface Calibrations {
  of(systemId: string, model: string): Estimator;
  learn(systemId: string, model: string, counts: KindCounts, counted: number): Promise<void>;
  forget(systemId: string): void;
}

/** Standard deviations on either side that hold 95 % of what is counted, with some to spare for texts of odd mixtures. */
const wide = 2.2;
/** What a prompt may have more than its own texts: the system prompt of a template. */
const mostAdded = 400;

/** @param state Default: of a tokenizer that nothing is known of. */
export function estimatorOf(state: TokenizerState = untaught): Estimator {
  return (counts) => {
    const { tokens, doubt } = predict(state, counts);
    return {
      tokens: Math.ceil(tokens),
      margin: tokens === 0 ? 0 : Math.ceil(wide * Math.hypot(doubt, spreadOf(state, tokens))),
    };
  };
}

export async function openCalibrations(database: Database): Promise<Calibrations> {
  const known = new Map<string, TokenizerState>();
  const name = (systemId: string, model: string): string => `${systemId}\n${model}`;
  // What was learnt of other kinds says nothing of these.
  const kinds = textKinds.join(' ');
  for (const row of await database.all('SELECT * FROM tokenizers WHERE kinds = ?', [kinds])) {
    const [weights, covariance] = [numbersIn(row.weights), numbersIn(row.covariance)];
    const noise = Number(row.noise);
    if (weights === null || covariance === null) continue;
    known.set(name(String(row.system_id), String(row.model)), { weights, covariance, noise });
  }

  return {
    of: (systemId, model) => estimatorOf(known.get(name(systemId, model))),

    async learn(systemId, model, counts, counted) {
      // So far off it is no count of this prompt: of its uncached part only, for example.
      const usual = usualCount(counts);
      if (counted < usual / 5 || counted > usual * 5 + mostAdded) return;
      const key = name(systemId, model);
      const state = learnt(known.get(key) ?? untaught, counts, counted);
      known.set(key, state);
      await database.run({
        sql: `INSERT OR REPLACE INTO tokenizers
          (system_id, model, kinds, weights, covariance, noise) VALUES (?, ?, ?, ?, ?, ?)`,
        params: [
          systemId,
          model,
          kinds,
          bytesOf(state.weights),
          bytesOf(state.covariance),
          state.noise,
        ],
      });
    },

    forget(systemId) {
      for (const key of known.keys()) if (key.startsWith(`${systemId}\n`)) known.delete(key);
    },
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function numbersIn(value: SqlValue | undefined): Float64Array | null {
  if (!(value instanceof Uint8Array) || value.byteLength % 8 !== 0) return null;
  // A copy: the bytes may begin anywhere.
  return new Float64Array(Uint8Array.from(value).buffer);
}
