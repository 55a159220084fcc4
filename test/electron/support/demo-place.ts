import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoOptions, type RunningDemo, startDemo } from '../../../main/demo/index.ts';
import type { SignInPlace } from './session-desk.ts';

export interface DemoPlace extends SignInPlace {
  readonly demo: RunningDemo;
  /** Successful refreshes at the token endpoint so far. */
  refreshes(): number;
  close(): Promise<void>;
}

/**
 * The demo as a system that the user sets up: its servers in the test's own process, its files apart
 * from the app's data folder.
 */
export async function startDemoPlace(options: Partial<DemoOptions> = {}): Promise<DemoPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-place-'));
  const demo = await startDemo({ machineStepMs: 0, tokensPerSecond: 0, ...options, folder });
  const { webApiUrl, authUrl, authorityPem, oauthClient, p12Path, p12Passphrase } = demo;
  return {
    demo,
    webApiUrl,
    authUrl,
    authority: authorityPem,
    client: oauthClient,
    user: { p12File: p12Path, password: p12Passphrase },
    refreshes: () =>
      demo.inspect
        .tokenRequests()
        .filter(({ grantType, status }) => grantType === 'refresh_token' && status === 200).length,
    async close() {
      await demo.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
