import { expect, test } from 'vitest';
import { refusalError, retryAfter } from '../../../main/web-api/refusals.ts';
import { serverWords } from '../../../main/web-api/words.ts';

const now = new Date('2026-01-01T00:00:00Z');
const valid = { notAfter: '2030-01-01T00:00:00.000Z' };
const expired = { notAfter: '2025-01-01T00:00:00.000Z' };
const page = (title: string) =>
  `<html>\r\n<head><title>400 ${title}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>${title}</center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n`;
const refuse = (
  status: number,
  body = '',
  presented: typeof valid | null = null,
  headers: Record<string, string> = {},
) => refusalError({ status, headers, body, host: 'api.example' }, presented, now);

test.each([
  [401, 'http-unauthorized', false],
  [403, 'http-forbidden', false],
  [404, 'http-not-found', false],
  [429, 'http-rate-limited', true],
  [500, 'http-status', true],
  [503, 'http-status', true],
  [400, 'http-status', false],
  [304, 'http-status', false],
])('%d is %s', (status, code, retryable) => {
  expect(refuse(status, '', valid)).toMatchObject({
    code,
    retryable,
    details: { host: 'api.example', status },
  });
});

test("nginx's 400 pages are about the certificate", () => {
  const missing = page('No required SSL certificate was sent');
  const failed = page('The SSL certificate error');
  expect(refuse(400, missing)).toMatchObject({
    code: 'tls-client-certificate-missing',
    details: { server: '400 Bad Request No required SSL certificate was sent nginx/1.22.1' },
  });
  expect(refuse(400, failed, valid).code).toBe('tls-client-certificate-rejected');
  expect(refuse(400, failed, expired)).toMatchObject({
    code: 'tls-client-certificate-expired',
    details: { notAfter: expired.notAfter },
  });
  expect(refuse(496).code).toBe('tls-client-certificate-missing');
  expect(refuse(495, '', valid).code).toBe('tls-client-certificate-rejected');
});

test('a certificate known to be expired explains a refusal that gives no reason', () => {
  expect(refuse(403, '', expired).code).toBe('tls-client-certificate-expired');
  expect(refuse(404, '', expired).code).toBe('http-not-found');
});

test('Retry-After is kept in seconds, as a number or as a date', () => {
  expect(refuse(429, '', null, { 'retry-after': '120' }).details.retryAfter).toBe(120);
  expect(retryAfter('Thu, 01 Jan 2026 00:01:30 GMT', now)).toBe(90);
  expect(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(retryAfter('soon', now)).toBeNull();
  expect(retryAfter(undefined, now)).toBeNull();
});

test.each([
  ['{"message":"no such user"}', 'application/json', 'no such user'],
  ['{"error":{"message":"deep"}}', 'application/json', 'deep'],
  ['{"detail":"Not allowed"}', '', 'Not allowed'],
  ['{"other":1}', 'application/json', '{"other":1}'],
  ['plain\n\nwords', 'text/plain', 'plain words'],
  ['<p>a &lt;b&gt; &amp; &#x41;&nbsp;c</p>', 'text/html', 'a <b> & A c'],
  ['<!DOCTYPE html><head><title>T</title></head><body><script>x()</script></body>', '', 'T'],
  ['', 'text/html', ''],
])("the server's words in %s (%s) are: %s", (body, type, words) => {
  expect(serverWords(body, type)).toBe(words);
});

test('a long page is cut', () => {
  expect(serverWords('x'.repeat(5000), 'text/plain')).toHaveLength(300);
});
