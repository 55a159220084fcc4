import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepareDistribution } from '../../test/keycloak/distribution.ts';
import { root } from '../toolchain.mjs';
import type { Counts } from './counts.ts';
import type { NeedName } from './needs.ts';
import { runVitest } from './vitest.ts';

/** A set of tests that is run and counted together. */
export interface Lane {
  /** Without these it cannot run and is skipped. */
  readonly needs: readonly NeedName[];
  /** Single tests of it skip themselves without these. */
  readonly wants: readonly NeedName[];
  /** Whether `npm test` has it: what needs only npm and Debian. */
  readonly usual: boolean;
  run(filters: readonly string[]): Promise<Counts>;
}

/** In the order in which they run. */
export const lanes = {
  unit: {
    needs: [],
    wants: ['nginx', 'openssl'],
    usual: true,
    run: (filters) => runVitest('vitest.config.ts', filters),
  },
  e2e: {
    needs: ['chromium'],
    wants: ['nginx', 'openssl', 'japanese-font'],
    usual: true,
    run: async (filters) =>
      build() ? runVitest('vitest.e2e.config.ts', filters) : { passed: 0, failed: 1, skipped: 0 },
  },
  electron: {
    needs: ['xvfb', 'electron-libraries', 'unzip'],
    wants: ['japanese-font', 'openssl', 'nss-tools'],
    usual: false,
    run: (filters) => runVitest('test/electron/vitest.config.ts', filters),
  },
  keycloak: {
    needs: ['java', 'maven', 'openssl'],
    wants: ['chromium'],
    usual: false,
    async run(filters) {
      const lacking = prepareDistribution();
      if (lacking === undefined) {
        return build()
          ? runVitest('vitest.keycloak.config.ts', filters)
          : { passed: 0, failed: 1, skipped: 0 };
      }
      console.log(`keycloak is skipped: ${lacking}`);
      return { passed: 0, failed: 0, skipped: 1 };
    },
  },
} satisfies Record<string, Lane>;

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

/** The end-to-end tests drive the built app. */
function build(): boolean {
  const script = join(root, 'scripts/build.ts');
  return spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' }).status === 0;
}
