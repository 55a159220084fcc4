import * as z from 'zod';
import { estimateCount, type KindCounts, textKinds } from '../../../common/tokens.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import {
  initialState,
  learn,
  predict,
  predictionError,
  type TokenizerState,
} from './tokenizer-state.ts';

/** Tokens that a server will probably count: within `margin` in more than 95 % of cases. */
export interface Estimate {
  readonly tokens: number;
  readonly margin: number;
}

/** Estimates a model's token counts from what is known of its server. */
export type Estimator = (counts: KindCounts) => Estimate;

/** Learns from the server's `usage` how many tokens each kind of text takes, model by model. */
export interface Calibrations {
  of(systemId: string, model: string): Estimator;
  learn(systemId: string, model: string, counts: KindCounts, counted: number): Promise<void>;
  forget(systemId: string): void;
}

/** Standard deviations that include 95 % of counts, with some reserve for unusual mixtures of text. */
const wide = 2.2;
const kinds = textKinds.join(' ');
/** Maximum tokens of a prompt beyond its own texts: the system prompt of a template. */
const mostAdded = 400;

/** @param state default: an unknown tokenizer */
export function estimatorOf(state: TokenizerState = initialState): Estimator {
  return (counts) => {
    const { tokens, doubt } = predict(state, counts);
    return {
      tokens: Math.ceil(tokens),
      margin:
        tokens === 0 ? 0 : Math.ceil(wide * Math.hypot(doubt, predictionError(state, tokens))),
    };
  };
}

export async function openCalibrations(database: Database): Promise<Calibrations> {
  const name = (systemId: string, model: string): string => `${systemId}\n${model}`;
  // Results for other kinds do not apply to these.
  const rows = await database.all({
    sql: 'SELECT * FROM tokenizers WHERE kinds = ?',
    params: [kinds],
  });
  const known = new Map(
    readRows(database, tokenizerRows, rows).map(({ systemId, model, ...state }) => [
      name(systemId, model),
      state,
    ]),
  );

  return {
    of: (systemId, model) => estimatorOf(known.get(name(systemId, model))),

    async learn(systemId, model, counts, counted) {
      // A count this far off is not one of this prompt: of its uncached part only, for example.
      const usual = estimateCount(counts);
      if (counted < usual / 5 || counted > usual * 5 + mostAdded) return;
      const key = name(systemId, model);
      const state = learn(known.get(key) ?? initialState, counts, counted);
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

function numbersOf(bytes: Uint8Array): Float64Array | null {
  if (bytes.byteLength % 8 !== 0) return null;
  // A copy: the bytes may begin at any offset.
  return new Float64Array(Uint8Array.from(bytes).buffer);
}

const numbers = (length: number) =>
  z
    .instanceof(Uint8Array)
    .transform(numbersOf)
    .refine((read) => read !== null && read.length === length && read.every(Number.isFinite))
    .transform((read) => read ?? new Float64Array());

export const tokenizerRows: RowReader<
  (TokenizerState & { readonly systemId: string; readonly model: string }) | null
> = {
  table: 'tokenizers',
  called: 'model',
  read(row) {
    if (row.text('kinds') !== kinds) return null;
    return {
      systemId: row.word('system_id'),
      model: row.text('model'),
      weights: row.shaped('weights', numbers(initialState.weights.length)),
      covariance: row.shaped('covariance', numbers(initialState.covariance.length)),
      noise: row.real('noise'),
    };
  },
};
