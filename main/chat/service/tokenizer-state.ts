import { defaultTokens, type KindCounts, textKinds } from '../../../common/tokens.ts';

/**
 * Running estimate of a model's tokenizer. The prediction is a weighted sum: tokens per unit of each kind of text. Each
 * count from the server updates the weights by recursive least squares (a Kalman filter for nearly constant weights),
 * starting from usual values.
 */
export interface TokenizerState {
  /** Tokens per unit, in the order of `textKinds`. */
  readonly weights: Float64Array;
  /** Covariance of the weights, row by row. */
  readonly covariance: Float64Array;
  /** Relative difference between texts with the same amounts of each kind (1 σ). */
  readonly noise: number;
}

export interface Prediction {
  readonly tokens: number;
  /** Uncertainty that comes from the weights, tokens (1 σ). */
  readonly doubt: number;
}

const size = textKinds.length;
const usual = textKinds.map((kind) => defaultTokens[kind]);
const firstNoise = 0.05;
const leastNoise = 0.01;
const mostNoise = 0.3;
/** Part of the initial uncertainty that returns with each answer: servers replace models under the same name. */
const fading = 0.01;
/** Error of any count, however short the text, tokens (1 σ). */
const floor = 2;
/** Limit for outliers, in σ: a count further off changes the weights no more than one at this distance. */
const farthest = 3;

export const initialState: TokenizerState = {
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

/** Returns the error of a prediction that does not come from the weights, tokens (1 σ). */
export const predictionError = ({ noise }: TokenizerState, tokens: number): number =>
  Math.hypot(noise * tokens, floor);

/** Returns the state after a server has counted `counted` tokens for a request of these counts. */
export function learn(before: TokenizerState, counts: KindCounts, counted: number): TokenizerState {
  const covariance = before.covariance.map(
    (value, at) => value + fading * ((initialState.covariance[at] ?? 0) - value),
  );
  const faded: TokenizerState = { ...before, covariance };
  const { tokens, doubt } = predict(faded, counts);
  const off = counted - tokens;
  // Limits the influence of outliers: of a cut prompt, or of another model under the same name.
  const spread = Math.max(predictionError(before, tokens) ** 2, (off / farthest) ** 2 - doubt ** 2);
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

/** Returns the noise, updated by the error that remains with the new weights. */
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
  // In short prompts the tokens that the server adds itself dominate.
  const weight = tokens < 100 ? 0 : 0.15;
  const next = Math.sqrt(noise ** 2 * (1 - weight) + share * weight);
  return Math.min(mostNoise, Math.max(leastNoise, next));
}

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

/** Multiplies a symmetric matrix, row by row, with a vector. */
function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  return Float64Array.from({ length: size }, (_, row) =>
    dot(matrix.subarray(row * size, (row + 1) * size), vector),
  );
}
