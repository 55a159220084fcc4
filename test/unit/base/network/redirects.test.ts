import { expect, test } from 'vitest';
import { nextRequest } from '../../../../main/base/network/exchange/redirects.ts';

const url = new URL('https://api.example/v1/status');
const post = {
  method: 'POST',
  body: '{}',
  headers: { 'Content-Type': 'application/json', authorization: 'Bearer x' },
};
const to = (status: number, location: string) => ({ status, headers: { location } });

test('an answer that is no redirect asks for nothing', () => {
  expect(nextRequest(url, post, { status: 200, headers: { location: '/x' } }, 0)).toBeNull();
  expect(nextRequest(url, post, { status: 302, headers: {} }, 0)).toBeNull();
  expect(nextRequest(url, post, to(304, '/x'), 0)).toBeNull();
});

test('a relative location stays on the origin', () => {
  const next = nextRequest(url, { method: 'GET' }, to(301, 'status/?a=1'), 0);
  expect(next?.url.href).toBe('https://api.example/v1/status/?a=1');
  expect(next?.request).toEqual({ method: 'GET' });
});

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [301, 'PUT', 'PUT'],
  [307, 'POST', 'POST'],
  [308, 'DELETE', 'DELETE'],
  [303, 'HEAD', 'HEAD'],
])('%d turns %s into %s', (status, method, expected) => {
  const next = nextRequest(url, { ...post, method }, to(status, '/x'), 0);
  expect(next?.request.method).toBe(expected);
});

test('a request that became GET has lost its body and the headers about it', () => {
  const next = nextRequest(url, post, to(302, '/x'), 0);
  expect(next?.request).toEqual({
    method: 'GET',
    body: undefined,
    headers: { authorization: 'Bearer x' },
  });
});

test.each([
  ['https://other.example/', 'other-origin'],
  ['https://api.example:444/', 'other-origin'],
  ['http://api.example/v1/status', 'other-origin'],
  ['//other.example/', 'other-origin'],
  ['https://', 'not-a-url'],
])('a redirect to %s is refused: %s', (location, reason) => {
  expect(() => nextRequest(url, { method: 'GET' }, to(302, location), 0)).toThrowError(
    expect.objectContaining({
      code: 'http-redirect-refused',
      details: expect.objectContaining({ host: 'api.example', reason }),
    }),
  );
});

test('redirects come to an end', () => {
  expect(() => nextRequest(url, { method: 'GET' }, to(302, '/again'), 5)).toThrowError(
    expect.objectContaining({ code: 'http-redirect-refused' }),
  );
});
