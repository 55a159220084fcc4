import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepareDistribution } from '../../test/keycloak/distribution.ts';
import { programs } from '../../test/programs/index.ts';
import { sdks } from '../../test/sdk/index.ts';
import { slurm24Obstacle } from '../../test/slurm24/contents.ts';
import { root } from '../toolchain.mjs';
import { type LaneName, laneNames } from './files.ts';
import type { NeedName } from './needs.ts';

/** A set of tests that is run and counted together. */
export interface Lane {
  /** Its Vitest configuration. */
  readonly config: string;
  /** Whether `npm test` includes it. `npm run test:all` has every lane that is not apart. */
  readonly quick: boolean;
  /** It runs when it is named: it takes long, or needs much from elsewhere. */
  readonly apart?: true;
  /** It is skipped without these. */
  readonly needs: readonly NeedName[];
  /** Some of its tests skip themselves without these. */
  readonly wants: readonly NeedName[];
  /**
   * Prepares the lane. Returns a reason if that is impossible here, which skips the lane. @throws if preparing fails
   */
  prepare?(): string | undefined;
}

export const lanes: Readonly<Record<LaneName, Lane>> = {
  unit: {
    config: 'vitest.config.ts',
    quick: true,
    needs: [],
    wants: ['nginx', 'apache', 'openssl', 'other-programs', 'clock'],
  },
  tour: {
    config: 'vitest.e2e.config.ts',
    quick: true,
    needs: ['chromium'],
    wants: ['japanese-font'],
    prepare: build,
  },
  thorough: {
    config: 'vitest.config.ts',
    quick: false,
    needs: [],
    wants: ['nginx', 'openssl', 'proxies', 'pip'],
    prepare: sdks.prepare,
  },
  fuzz: {
    config: 'test/fuzz/vitest.config.ts',
    quick: false,
    needs: ['chromium', 'xvfb', 'electron-libraries', 'unzip'],
    wants: ['openssl'],
    prepare: build,
  },
  e2e: {
    config: 'vitest.e2e.config.ts',
    quick: false,
    needs: ['chromium'],
    wants: ['nginx', 'openssl', 'japanese-font', 'firefox', 'webkit'],
    prepare: build,
  },
  electron: {
    config: 'test/electron/vitest.config.ts',
    quick: false,
    needs: ['xvfb', 'electron-libraries', 'unzip'],
    wants: [
      'japanese-font',
      'openssl',
      'nginx',
      'nss-tools',
      'notices',
      'keyring',
      'proxies',
      'wayland',
    ],
    prepare: build,
  },
  package: {
    config: 'test/electron/vitest.config.ts',
    quick: false,
    needs: ['xvfb', 'electron-libraries', 'unzip'],
    wants: ['japanese-font', 'modules', 'package-tools'],
    prepare: build,
  },
  keycloak: {
    config: 'vitest.keycloak.config.ts',
    quick: false,
    needs: ['java', 'maven', 'openssl'],
    wants: ['chromium', 'nginx'],
    prepare: () => prepareDistribution() ?? build(),
  },
  slurm: {
    config: 'test/slurm/vitest.config.ts',
    quick: false,
    needs: ['slurm'],
    wants: ['ssh', 'chromium'],
    prepare: build,
  },
  slurm24: {
    config: 'test/slurm24/vitest.config.ts',
    quick: false,
    apart: true,
    needs: ['root-tools'],
    wants: ['ssh'],
    prepare: slurm24Obstacle,
  },
  programs: {
    config: 'test/programs/vitest.config.ts',
    quick: false,
    apart: true,
    needs: [],
    wants: ['pip', 'other-programs'],
    prepare: programs.prepare,
  },
};

/** The lanes of `npm run test:all`, of them those of `npm test`, and the others. */
export const allLanes = laneNames.filter((name) => lanes[name].apart !== true);
export const quickLanes = allLanes.filter((name) => lanes[name].quick);
export const otherLanes = allLanes.filter((name) => !lanes[name].quick);

/**
 * Lanes that run at the same time: one waits mostly for programs that pack, the other for a server, whose tests run
 * one after another.
 */
export const together: readonly LaneName[] = ['package', 'keycloak'];

/** The end-to-end tests use the built app. */
function build(): undefined {
  const script = join(root, 'scripts/build.ts');
  const done = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (done.status !== 0) throw new Error('the app does not build');
}
