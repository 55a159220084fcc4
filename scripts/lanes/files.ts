import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { root } from '../toolchain.mjs';

interface Patterns {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** Every test file belongs to one lane (test/unit/scripts/lanes.test.ts). The lanes run in this order. */
const patterns = {
  unit: {
    include: ['test/{unit,integration,rules,renderer,corpora}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.thorough.test.*'],
  },
  /** The tour through the whole app in Chromium; the rest of test/e2e is the lane e2e. */
  tour: { include: ['test/e2e/*-tour.test.ts'] },
  /** Exhaustive tests of things that the lane unit tests in part. */
  thorough: {
    include: ['test/{unit,integration,rules,renderer,corpora}/**/*.thorough.test.{ts,tsx}'],
  },
  fuzz: { include: ['test/fuzz/**/*.test.ts'] },
  e2e: { include: ['test/e2e/**/*.test.ts'], exclude: ['test/e2e/*-tour.test.ts'] },
  electron: { include: ['test/electron/**/*.test.ts'] },
  package: { include: ['test/package/**/*.test.ts'] },
  keycloak: { include: ['test/keycloak/**/*.test.ts'] },
  slurm: { include: ['test/slurm/**/*.test.ts'] },
  /** The next generation of it, in a root of another Debian. */
  slurm24: { include: ['test/slurm24/**/*.test.ts'] },
  /** Programs not written here that use the listener for other programs, and its load. */
  programs: { include: ['test/programs/**/*.test.ts'] },
} as const satisfies Readonly<Record<string, Patterns>>;

export type LaneName = keyof typeof patterns;
export const laneNames = Object.keys(patterns) as LaneName[];

/** Folders without our own files: what test/electron and test/keycloak install and unpack. */
const foreign = ['**/node_modules/**', 'test/*/runtime/**'];

/**
 * Returns the files of a lane as paths from the root with forward slashes, sorted; with `words`, those whose path has
 * one of them.
 */
export function filesOf(lane: LaneName, words: readonly string[] = [], folder = root): string[] {
  const { include, exclude = [] }: Patterns = patterns[lane];
  return globSync([...include], { cwd: folder, exclude: [...foreign, ...exclude] })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort();
}
