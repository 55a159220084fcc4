import { expect, test } from 'vitest';
import { signingPlan } from '../../../scripts/package/signing.ts';

test('without variables nothing is signed, and it is said what would', () => {
  expect(signingPlan(['win', 'mac'], {})).toEqual([
    'Windows: not signed: it takes WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD',
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
