import { expect, test } from 'vitest';
import { missing, toRefused } from '../../../../main/work/programs/refusal.ts';
import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';

test.each<[ErrorCode, Parameters<typeof missing>[0]]>([
  ['vault-locked', 'unlock'],
  ['vault-keychain-locked', 'keychain'],
  ['vault-keychain-unavailable', 'keychain'],
  ['session-expired', 'sign-in'],
  ['api-key-missing', 'api-key'],
])('%s is something that the user can help with, on a screen that is named', (code, kind) => {
  const refused = toRefused(new AppError(code));
  expect(refused).toEqual(missing(kind));
  expect([refused.status, refused.missing?.kind]).toEqual([403, kind]);
  expect(refused.message).toContain('Open “Other programs” in Compute Desk');
});
