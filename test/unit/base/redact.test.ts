import { expect, test } from 'vitest';
import { redact } from '../../../main/base/redaction/index.ts';
import { hostileTexts } from '../../support/files/hostile-texts.ts';
import { processorTime } from '../../support/processor-time.ts';

const key = `-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----`;
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';

test.each([
  [`before ${key} between ${key} after`, 'before [pem] between [pem] after'],
  ['half -----BEGIN PRIVATE KEY-----\nMIGH', 'half [pem]'],
  ['half -----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIV', 'half [pem]'],
  ['Authorization: Bearer abc.def+/=', 'Authorization: Bearer [redacted]'],
  ['basic dXNlcjpwdw==', 'basic [redacted]'],
  [`a "${jwt}", and ${jwt}`, 'a "[jwt]", and [jwt]'],
  ['eyJust a word', 'eyJust a word'],
  ['key sk-0123456789 of', 'key [key] of'],
  ['?code=abc&state=x&page=2', '?code=[redacted]&state=[redacted]&page=2'],
  ['Client_Secret=s3cret;', 'Client_Secret=[redacted]'],
  ['nothing to hide: 1 = 1, a-b.c', 'nothing to hide: 1 = 1, a-b.c'],
])('%j is logged as %j', (text, logged) => {
  expect(redact(text)).toBe(logged);
});

test('what nobody sends by accident takes no time', () => {
  for (const [name, text] of hostileTexts(256 * 1024)) {
    expect(
      processorTime(() => redact(text)),
      name,
    ).toBeLessThan(2000);
  }
});
