import { onTestFinished } from 'vitest';
import { type DemoOptions, type RunningDemo, startDemo } from '../../../main/demo/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import type { SignInPlace } from './sign-in-desk.ts';

export type DemoPlace = SignInPlace & {
  readonly demo: RunningDemo;
  refreshes(): readonly number[];
};

/** A demo in the test's hands, which the app knows as any other system. */
export async function demoPlace(options: Partial<DemoOptions> = {}): Promise<DemoPlace> {
  const demo = await startDemo({ folder: testFolder(), machineStepMs: 0, ...options });
  onTestFinished(() => demo.stop());
  return {
    demo,
    authUrl: demo.authUrl,
    webApiUrl: demo.webApiUrl,
    authority: demo.authorityPem,
    client: demo.oauthClient,
    certificate: await demo.inspect.issueCertificate({ commonName: 'Hanako', purpose: 'client' }),
    /** Statuses of the refreshes that the provider has seen. */
    refreshes: () =>
      demo.inspect
        .tokenRequests()
        .filter(({ grantType }) => grantType === 'refresh_token')
        .map(({ status }) => status),
  };
}
