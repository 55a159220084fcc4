import { type KindCounts, textKinds, usualTokens } from '../../../common/tokens.ts';

/**
 * What is believed of a tokenizer: tokens for one of each kind of text, how sure that is, and how far texts
 * of the same kinds are apart. A linear regression that goes on with each answer (recursive least squares,
 * regularised by what is usual: Kalman's filter for weights that hardly change).
 */
export interface TokenizerState {
  readonly weights: Float64Array;
  /** Covariance of the weights, row by row. */
  readonly covariance: Float64Array;
  /** Share of a count that texts of the same kinds differ by (1 σ). */
  readonly noise: number;
}

export interface Prediction {
  readonly tokens: number;
  /** 1 σ of what is believed of the weights. */
  readonly doubt: number;
}

const size = textKinds.length;
const usual = textKinds.map((kind) => usualTokens[kind]);
const firstNoise = 0.05;
const leastNoise = 0.01;
const mostNoise = 0.3;
/** Share by which what was learnt fades with each answer: servers change models under a name. */
const fading = 0.01;
/** Tokens that a count is off whatever its size (1 σ). */
const floor = 2;
/** Further off, in σ, a count is no more than this far believed. */
const farthest = 3;

export const untaught: TokenizerState = {
  weights: Float64Array.from(usual, ([mean]) => mean),
  covariance: Float64Array.from({ length: size * size }, (_, at) =>
    at % (size + 1) === 0 ? (usual[at / (size + 1)]?.[1] ?? 0) ** 2 : 0,
  ),
  noise: firstNoise,
};

export function predict({ weights, covariance }: TokenizerState, counts: KindCounts): Prediction {
  const tokens = dot(weights, counts);
  return { tokens, doubt: Math.sqrt(Math.max(0, dot(times(covariance, counts), counts))) };
}

/** 1 σ of a count around its prediction where the weights are right. */
export const spreadOf = ({ noise }: TokenizerState, tokens: number): number =>
  Math.hypot(noise * tokens, floor);

/** What is believed after a server has counted `counted` tokens for a request of these counts. */
export function learnt(
  before: TokenizerState,
  counts: KindCounts,
  counted: number,
): TokenizerState {
  const covariance = before.covariance.map(
    (value, at) => value + fading * ((untaught.covariance[at] ?? 0) - value),
  );
  const faded: TokenizerState = { ...before, covariance };
  const { tokens, doubt } = predict(faded, counts);
  const off = counted - tokens;
  // What is too far off is believed less: a count of half a prompt, of another model under this name.
  const spread = Math.max(spreadOf(before, tokens) ** 2, (off / farthest) ** 2 - doubt ** 2);
  const whole = doubt ** 2 + spread;
  const direction = times(covariance, counts);
  const weights = before.weights.map((weight, at) =>
    Math.max(0, weight + ((direction[at] ?? 0) * off) / whole),
  );
  const narrowed = covariance.map((value, at) => {
    const row = direction[Math.floor(at / size)] ?? 0;
    return value - (row * (direction[at % size] ?? 0)) / whole;
  });
  return { weights, covariance: narrowed, noise: nextNoise(before, tokens, off, doubt, spread) };
}

/** What is left of a deviation once the weights have followed it tells how much texts differ. */
function nextNoise(
  { noise }: TokenizerState,
  tokens: number,
  off: number,
  doubt: number,
  spread: number,
): number {
  const whole = doubt ** 2 + spread;
  const left = ((off * spread) / whole) ** 2 + (doubt ** 2 * spread) / whole;
  const share = Math.min(mostNoise ** 2, left / Math.max(1, tokens) ** 2);
  // Of a short prompt the server's own additions are most.
  const weight = tokens < 100 ? 0 : 0.15;
  const next = Math.sqrt(noise ** 2 * (1 - weight) + share * weight);
  return Math.min(mostNoise, Math.max(leastNoise, next));
}

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

/** A symmetric matrix, row by row, times a vector. */
function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  return Float64Array.from({ length: size }, (_, row) =>
    dot(matrix.subarray(row * size, (row + 1) * size), vector),
  );
}
