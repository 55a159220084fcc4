import { expect, test } from 'vitest';
import { webApiRefusal } from '../../../../main/machines/monitor/refusals.ts';

const now = new Date('2026-01-01T00:00:00Z');
const valid = { notAfter: '2030-01-01T00:00:00.000Z' };
const expired = { notAfter: '2025-01-01T00:00:00.000Z' };
const page = (title: string) =>
  `<html>\r\n<head><title>400 ${title}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>${title}</center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n`;
const refuse = (status: number, body = '', presented: typeof valid | null = null) =>
  webApiRefusal(
    { status, headers: {}, body: Buffer.from(body), url: 'https://api.example/status/' },
    presented,
    now,
  );

test.each([
  [401, 'certificate-refused', false],
  [403, 'certificate-refused', false],
  [503, 'http-status', true],
  [400, 'http-status', false],
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

test('a refusal of a call by certificate speaks of the certificate, never of a sign-in, in the server’s words', () => {
  const words = JSON.stringify({ message: 'Not issued by the authority of this system.' });
  for (const status of [401, 403]) {
    expect(refuse(status, words, valid)).toMatchObject({
      code: 'certificate-refused',
      details: { status, server: 'Not issued by the authority of this system.' },
    });
    expect(refuse(status).code).toBe('tls-client-certificate-missing');
  }
});

test('a certificate known to be expired explains a refusal that gives no reason', () => {
  expect(refuse(403, '', expired).code).toBe('tls-client-certificate-expired');
  expect(refuse(404, '', expired).code).toBe('http-not-found');
});
