import { expect, test } from 'vitest';
import { type FailureContext, toAppError } from '../../../../main/base/network/errors.ts';
import { noteFacts } from '../../../../main/base/network/facts.ts';
import type { TlsIdentity } from '../../../../main/base/network/index.ts';
import {
  authenticationSchemes,
  ProxyRefusal,
} from '../../../../main/base/network/proxy/proxy-refusal.ts';

const valid: TlsIdentity = {
  name: 'valid',
  certificatePem: '',
  privateKeyPem: '',
  notAfter: '2030-01-01T00:00:00.000Z',
};
const expired: TlsIdentity = { ...valid, name: 'expired', notAfter: '2020-01-01T00:00:00.000Z' };

function classify(
  message: string,
  code?: string,
  context: Partial<FailureContext> = {},
): { code: string; details: Readonly<Record<string, unknown>>; retryable: boolean } {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  return toAppError(error, {
    host: 'api.example',
    identity: null,
    online: () => true,
    now: () => new Date('2026-01-01T00:00:00Z'),
    ...context,
  });
}

test.each([
  ['ENOTFOUND', 'network-name-not-found', false],
  ['EAI_AGAIN', 'network-name-not-found', true],
  ['ECONNREFUSED', 'network-refused', true],
  ['EHOSTUNREACH', 'network-unreachable', true],
  ['ENETUNREACH', 'network-unreachable', true],
  ['ETIMEDOUT', 'network-timeout', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'network-timeout', true],
  ['UND_ERR_HEADERS_TIMEOUT', 'network-timeout', true],
  ['UND_ERR_BODY_TIMEOUT', 'network-timeout', true],
  ['ECONNRESET', 'network-reset', true],
  ['EPIPE', 'network-reset', true],
  ['UND_ERR_SOCKET', 'network-reset', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-server-not-trusted', false],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-server-not-trusted', false],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls-server-not-trusted', false],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-server-not-trusted', false],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-server-name-mismatch', false],
  ['CERT_HAS_EXPIRED', 'tls-server-expired', false],
  ['CERT_NOT_YET_VALID', 'tls-server-expired', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-handshake', false],
  ['ERR_SSL_NO_COMMON_SIGNATURE_ALGORITHMS', 'tls-handshake', false],
  ['HPE_INVALID_CONSTANT', 'answer-not-json', false],
])('%s is %s', (code, expected, retryable) => {
  const error = classify('it failed', code);
  expect(error).toMatchObject({ code: expected, retryable });
  expect(error.details).toMatchObject({ host: 'api.example', reason: code });
});

// As Node 20 and 24 (OpenSSL) and Electron (BoringSSL) word the same alerts.
const openssl = (words: string, number: number): [string, undefined] => [
  `error:0A000412:SSL routines:ssl3_read_bytes:${words}:../deps/openssl/ssl/record/rec_layer_s3.c:1605:SSL alert number ${number}`,
  undefined,
];
const boring = (name: string): [string, string] => [
  `105:error:10000412:SSL routines:OPENSSL_internal:${name}:../../third_party/boringssl/src/ssl/tls_record.cc:594:`,
  `ERR_SSL_${name}`,
];

test.each([
  ['required, OpenSSL', openssl('tlsv13 alert certificate required', 116)],
  ['required, BoringSSL', boring('TLSV1_ALERT_CERTIFICATE_REQUIRED')],
  ['required, BoringSSL of later years', boring('TLSV13_ALERT_CERTIFICATE_REQUIRED')],
  ['bad certificate from Go under TLS 1.2', openssl('sslv3 alert bad certificate', 42)],
])('an alert where no certificate was presented: %s', (_, [message, code]) => {
  expect(classify(message, code).code).toBe('tls-client-certificate-missing');
});

test.each([
  ['bad certificate, OpenSSL 3.0', openssl('sslv3 alert bad certificate', 42), 'bad_certificate'],
  ['bad certificate, OpenSSL 3.5', openssl('ssl/tls alert bad certificate', 42), 'bad_certificate'],
  ['bad certificate, BoringSSL', boring('SSLV3_ALERT_BAD_CERTIFICATE'), 'bad_certificate'],
  ['unknown authority, OpenSSL', openssl('tlsv1 alert unknown ca', 48), 'unknown_ca'],
  ['unknown authority, BoringSSL', boring('TLSV1_ALERT_UNKNOWN_CA'), 'unknown_ca'],
  ['unknown, OpenSSL', openssl('sslv3 alert certificate unknown', 46), 'certificate_unknown'],
  ['unknown, BoringSSL', boring('SSLV3_ALERT_CERTIFICATE_UNKNOWN'), 'certificate_unknown'],
  ['revoked, BoringSSL', boring('SSLV3_ALERT_CERTIFICATE_REVOKED'), 'certificate_revoked'],
  ['access denied, OpenSSL', openssl('tlsv1 alert access denied', 49), 'access_denied'],
  ['access denied, BoringSSL', boring('TLSV1_ALERT_ACCESS_DENIED'), 'access_denied'],
])('an alert that rejects a certificate: %s', (_, [message, code], alert) => {
  const error = classify(message, code, { identity: valid });
  expect(error.code).toBe('tls-client-certificate-rejected');
  expect(error.details).toMatchObject({ alert, notAfter: valid.notAfter });
});

test.each([
  ['OpenSSL 3.0', openssl('sslv3 alert certificate expired', 45)],
  ['OpenSSL 3.5', openssl('ssl/tls alert certificate expired', 45)],
  ['BoringSSL', boring('SSLV3_ALERT_CERTIFICATE_EXPIRED')],
])('an alert for an expired certificate: %s', (_, [message, code]) => {
  expect(classify(message, code, { identity: valid }).code).toBe('tls-client-certificate-expired');
});

test('a certificate known to be expired explains an alert that names no reason', () => {
  const [message] = openssl('sslv3 alert bad certificate', 42);
  expect(classify(message, undefined, { identity: expired }).code).toBe(
    'tls-client-certificate-expired',
  );
  const [unknownAuthority] = openssl('tlsv1 alert unknown ca', 48);
  expect(classify(unknownAuthority, undefined, { identity: expired }).code).toBe(
    'tls-client-certificate-rejected',
  );
});

test('alerts that are not about a certificate are failures of the handshake', () => {
  for (const [message, code] of [
    openssl('tlsv1 alert protocol version', 70),
    boring('TLSV1_ALERT_PROTOCOL_VERSION'),
    openssl('sslv3 alert handshake failure', 40),
  ]) {
    expect(classify(message, code).code).toBe('tls-handshake');
  }
});

test('handshake_failure after the server has shown its certificate means that it wants one', () => {
  const [message] = openssl('sslv3 alert handshake failure', 40);
  const error = new Error(message);
  noteFacts(error, { phase: 'handshake', proxy: null, peer: new Uint8Array([1]), earlier: null });
  const context = { host: 'api.example', online: () => true };
  expect(toAppError(error, { ...context, identity: null }).code).toBe(
    'tls-client-certificate-missing',
  );
  expect(toAppError(error, { ...context, identity: valid }).code).toBe('tls-handshake');
});

test('the alert that came before the end of the connection is what counts', () => {
  const [message] = openssl('tlsv13 alert certificate required', 116);
  const closed = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  noteFacts(closed, { phase: 'open', proxy: null, peer: null, earlier: new Error(message) });
  const error = toAppError(closed, { host: 'api.example', identity: null, online: () => true });
  expect(error.code).toBe('tls-client-certificate-missing');
});

test('without any network interface the computer is offline, not the server gone', () => {
  const offline = { online: () => false };
  expect(classify('x', 'ENOTFOUND', offline).code).toBe('network-offline');
  expect(classify('x', 'ENETUNREACH', offline).code).toBe('network-offline');
  expect(classify('x', 'ECONNREFUSED', offline).code).toBe('network-refused');
});

test('the attempts of one dial at several addresses are looked into', () => {
  const attempts = ['::1', '127.0.0.1'].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:1`), { code: 'ECONNREFUSED' }),
  );
  const error = toAppError(new AggregateError(attempts), {
    host: 'localhost:1',
    identity: null,
    online: () => true,
  });
  expect(error.code).toBe('network-refused');
});

test('whatever fails on the way to a proxy is about the proxy', () => {
  const context = { host: 'api.example', identity: null, online: () => true };
  const facts = { phase: 'proxy', proxy: 'proxy.example:3128', peer: null, earlier: null } as const;
  const refused = new ProxyRefusal(407);
  noteFacts(refused, facts);
  expect(toAppError(refused, context)).toMatchObject({
    code: 'network-proxy',
    details: { host: 'api.example', proxy: 'proxy.example:3128', status: 407 },
    retryable: false,
  });
  const unreachable = new Error('the proxy could not be reached', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });
  noteFacts(unreachable, facts);
  expect(toAppError(unreachable, context)).toMatchObject({
    code: 'network-proxy',
    details: { reason: 'ECONNREFUSED' },
  });
});

test.each([
  ['NTLM', ['NTLM'], true],
  [['Negotiate', 'NTLM'], ['Negotiate', 'NTLM'], true],
  ['Negotiate, NTLM', ['Negotiate', 'NTLM'], true],
  ['Negotiate TlRMTVNTUAAC=, NTLM', ['Negotiate', 'NTLM'], true],
  ['Digest realm="a, Basic b", qop="auth", nonce="\\"x", opaque=1', ['Digest'], true],
  [['NTLM', 'basic realm="proxy"'], ['NTLM', 'basic'], false],
  ['BASIC', ['BASIC'], false],
  ['', [], false],
  [undefined, [], false],
  ['"', [], false],
  ['=, ,;, realm="x"', [], false],
  [`${'a'.repeat(50_000)}`, [], false],
])('a proxy that offers %j', (header, methods, isOther) => {
  expect(authenticationSchemes(header)).toEqual(methods);
  const refused = new ProxyRefusal(407, authenticationSchemes(header));
  noteFacts(refused, { phase: 'proxy', proxy: 'p.example:1', peer: null, earlier: null });
  const context = { host: 'api.example', identity: null, online: () => true };
  const { code, details } = toAppError(refused, context);
  expect(code).toBe(isOther ? 'network-proxy-method' : 'network-proxy');
  if (isOther) expect(details).toMatchObject({ proxy: 'p.example:1', methods: methods.join(', ') });
  expect(new ProxyRefusal(403, ['NTLM']).isOfOtherMethod).toBe(false);
});

test('what nobody foresaw is internal, and its words stay out of the details', () => {
  const error = classify('a secret in a message');
  expect(error.code).toBe('internal');
  expect(JSON.stringify(error.details)).not.toContain('secret');
});
