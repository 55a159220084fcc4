import { expect, test } from 'vitest';
import { signingFlags, signingPlan } from '../../../scripts/package/signing.ts';
import { refuseUnsigned } from '../../../scripts/package/site/index.ts';

test('without variables nothing is signed, and it is said what would', () => {
  expect(signingPlan(['win', 'mac'], {})).toEqual([
    expect.stringMatching(
      /^Windows: not signed: it takes WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD; or WIN_CSC_SUBJECT_NAME; or WIN_CSC_SHA1; or WIN_AZURE_/,
    ),
    'macOS: not signed: it takes CSC_LINK, CSC_KEY_PASSWORD; or CSC_NAME',
    expect.stringMatching(/^macOS: not notarised: it takes APPLE_API_KEY, /),
  ]);
});

test('what is set signs, and is told by name only', () => {
  const env = {
    ...{ CSC_LINK: 'secret-1', CSC_KEY_PASSWORD: 'secret-2' },
    ...{ APPLE_API_KEY: 'secret-3', APPLE_API_KEY_ID: 'secret-4', APPLE_API_ISSUER: 'secret-5' },
  };
  const told = signingPlan(['mac'], env);
  expect(told).toEqual([
    'macOS: signed by CSC_LINK, CSC_KEY_PASSWORD',
    'macOS: notarised by APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER',
  ]);
  expect(told.join()).not.toContain('secret');
});

test('half a way is a mistake: a release that was to be signed is not made without', () => {
  expect(() => signingPlan(['win'], { WIN_CSC_LINK: 'file.p12' })).toThrow(
    'Windows: signed: WIN_CSC_KEY_PASSWORD is not set',
  );
  expect(() => signingPlan(['mac'], { APPLE_ID: 'x', APPLE_TEAM_ID: '' })).toThrow(
    'APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID is not set',
  );
  expect(signingPlan(['win'], { APPLE_ID: 'of no concern here' })).toHaveLength(1);
});

/** As electron-builder.yml names signed packages. */
const mac = { artifactName: 'name.zip' };

const azure = {
  WIN_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net',
  WIN_AZURE_ACCOUNT: 'account',
  WIN_AZURE_PROFILE: 'profile',
  WIN_AZURE_PUBLISHER: 'CN=Compute Desk',
};
const secret = { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' };

test('a release for Windows is signed by a file, a certificate store or Azure', () => {
  const file = { WIN_CSC_LINK: 'file.pfx', WIN_CSC_KEY_PASSWORD: 'x' };
  const signed = { CSC_NAME: 'Centre' };
  const flags = (env: Record<string, string>) => signingFlags({ ...signed, ...env }, mac);
  expect(flags(file)).toEqual([]);
  expect(flags({})).toEqual([]);
  expect(flags({ WIN_CSC_SUBJECT_NAME: 'Centre' })).toEqual([
    '-c.win.signtoolOptions.certificateSubjectName=Centre',
  ]);
  expect(flags({ WIN_CSC_SHA1: 'ab12' })).toEqual(['-c.win.signtoolOptions.certificateSha1=ab12']);
  expect(flags({ ...azure, ...secret })).toEqual([
    '-c.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
    '-c.win.azureSignOptions.codeSigningAccountName=account',
    '-c.win.azureSignOptions.certificateProfileName=profile',
    '-c.win.azureSignOptions.publisherName=CN=Compute Desk',
  ]);
  expect(signingPlan(['win'], { WIN_CSC_SHA1: 'ab12' })).toEqual([
    'Windows: signed by WIN_CSC_SHA1',
  ]);
  const certificate = {
    ...secret,
    AZURE_CLIENT_SECRET: '',
    AZURE_CLIENT_CERTIFICATE_PATH: 'a.pem',
  };
  for (const credential of [secret, certificate]) {
    const [told] = signingPlan(['win'], { ...azure, ...credential });
    expect(told).toMatch(/^Windows: signed by WIN_AZURE_ENDPOINT, .*AZURE_CLIENT_ID/);
  }
});

test('half of Azure is a mistake, and what others need of it is none', () => {
  expect(() => signingPlan(['win'], azure)).toThrow('AZURE_TENANT_ID, AZURE_CLIENT_ID');
  expect(() => signingPlan(['win'], { WIN_AZURE_ACCOUNT: 'a', ...secret })).toThrow(
    'WIN_AZURE_ENDPOINT, WIN_AZURE_PROFILE',
  );
  expect(signingPlan(['win'], secret)).toEqual([expect.stringMatching(/^Windows: not signed/)]);
});

test('without an identity macOS gets an app that runs there, and a name that is never shipped', () => {
  const unsigned = [
    ...['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'],
    '-c.mac.artifactName=name-unsigned.zip',
  ];
  expect(signingFlags({}, mac)).toEqual(unsigned);
  expect(signingFlags({ CSC_LINK: 'file.p12' }, mac)).toEqual(unsigned);
  for (const env of [{ CSC_NAME: 'Centre' }, { CSC_LINK: 'file.p12', CSC_KEY_PASSWORD: 'x' }]) {
    expect(signingFlags(env, mac)).toEqual([]);
  }
  expect(() => refuseUnsigned(['compute-desk-0.1.0-mac-arm64-unsigned.dmg'])).toThrow(
    'to try, not to ship: compute-desk-0.1.0-mac-arm64-unsigned.dmg',
  );
  expect(() => refuseUnsigned(['compute-desk-0.1.0-mac-arm64.dmg'])).not.toThrow();
});
