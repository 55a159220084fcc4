import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoOptions, type RunningDemo, startDemo } from '../../../main/demo/index.ts';
import type { SignInPlace } from '../../tour/session.ts';

export interface DemoPlace extends SignInPlace {
  readonly demo: RunningDemo;
  /** Successful refreshes at the token endpoint so far. */
  refreshes(): number;
  /** Its servers are gone from now on. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The demo as a system that the user sets up: its servers in the test's own process, its files apart
 * from the app's data folder.
 */
export async function startDemoPlace(options: Partial<DemoOptions> = {}): Promise<DemoPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-place-'));
  const demo = await startDemo({ machineStepMs: 0, tokensPerSecond: 0, ...options, folder });
  const { webApiUrl, authUrl, genaiUrl, authorityPem, oauthClient, p12Path, p12Passphrase } = demo;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= demo.stop();
    return stopping;
  };
  return {
    demo,
    webApiUrl,
    authUrl,
    genaiUrl,
    authority: authorityPem,
    client: oauthClient,
    user: { p12File: p12Path, password: p12Passphrase },
    refreshes: () =>
      demo.inspect
        .tokenRequests()
        .filter(({ grantType, status }) => grantType === 'refresh_token' && status === 200).length,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
