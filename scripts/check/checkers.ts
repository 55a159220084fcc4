import { contractUses } from './contract-uses.ts';
import { declared } from './declared/index.ts';
import { errorCodes } from './error-codes.ts';
import { featureTests } from './feature-tests.ts';
import type { Checker } from './finding.ts';
import { folders } from './folders.ts';
import { formats } from './formats/index.ts';
import { functionLengths } from './function-lengths.ts';
import { json } from './json.ts';
import { layers } from './layers/index.ts';
import { map } from './map.ts';
import { moduleState } from './module-state.ts';
import { patterns } from './patterns/index.ts';
import { programs } from './programs.ts';
import { sql } from './sql.ts';
import { styles } from './styles.ts';
import { swallowed } from './swallowed.ts';
import { tool } from './tool.ts';
import { translations } from './translations/index.ts';
import { fileLengths, lockFiles, places } from './tree.ts';
import { types } from './types.ts';
import { writes } from './writes.ts';

const knip = 'knip/bin/knip.js';
const quiet = ['--no-progress', '--no-config-hints', '--reporter', 'compact'];

/** All checkers of `npm run check`. A contract entry without a handler is an error of `types-main`. */
export const checkers = {
  types: types('.'),
  'types-main': types('main'),
  'types-renderer': types('renderer'),
  lint: tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'),
  unused: tool(knip, ...quiet),
  // A package of the product that only tests use must be a development dependency.
  'unused-packages': tool(knip, ...quiet, '--production', '--include', 'dependencies'),
  'error-codes': errorCodes,
  'contract-uses': contractUses,
  layers,
  declared,
  'feature-tests': featureTests,
  folders,
  formats,
  map,
  'module-state': moduleState,
  styles,
  swallowed,
  translations,
  patterns,
  json,
  programs,
  writes,
  sql,
  'lock-files': lockFiles,
  places,
  'file-lengths': fileLengths,
  'function-lengths': functionLengths,
} satisfies Record<string, Checker>;

export type CheckerName = keyof typeof checkers;

export function isChecker(name: string): name is CheckerName {
  return Object.hasOwn(checkers, name);
}
