import { expect, test } from 'vitest';
import {
  appRedirectUrls,
  judgeRedirectUrl,
  matchRedirectUrl,
  splitRedirectUrls,
} from '../../../common/addresses/redirect-urls.ts';

const warnings = (pattern: string, rootUrl?: string) =>
  judgeRedirectUrl(pattern, { rootUrl: rootUrl ?? '' }).warnings;

test('a bare * is risky', () => {
  expect(judgeRedirectUrl(' * ')).toEqual({
    resolved: '*',
    problem: null,
    warnings: ['any-url'],
  });
});

test('a wildcard that is still in the host is risky, one behind it is not', () => {
  for (const pattern of ['https://a.example*', 'https://a.example:8*', 'https://*']) {
    expect(warnings(pattern), pattern).toEqual(['host-wildcard']);
  }
  for (const pattern of ['https://a.example/*', 'https://a.example/cb*']) {
    expect(warnings(pattern), pattern).toEqual([]);
  }
});

test('a * elsewhere than at the end stands for itself', () => {
  expect(warnings('https://*.example/cb')).toEqual(['wildcard-elsewhere']);
  expect(warnings('https://a.example/*/cb*')).toEqual(['wildcard-elsewhere']);
  expect(matchRedirectUrl('https://a.example/*/cb', 'https://a.example/x/cb')).toBe('no');
});

test('http is risky beyond loopback', () => {
  expect(warnings('http://a.example/cb')).toEqual(['http-beyond-loopback']);
  expect(warnings('/cb', 'http://a.example')).toEqual(['http-beyond-loopback']);
  for (const pattern of ['http://127.0.0.1/cb', 'http://localhost:8000/*', 'http://[::1]/cb']) {
    expect(warnings(pattern), pattern).toEqual([]);
  }
});

test('what this app needs is not risky', () => {
  for (const url of appRedirectUrls) {
    expect(judgeRedirectUrl(url)).toEqual({ resolved: url, problem: null, warnings: [] });
  }
});

test('a path is appended to the root URL, and without one to the identity provider’s origin', () => {
  const rootUrl = 'https://a.example/app/';
  const provider = 'https://id.example';
  expect(judgeRedirectUrl('/cb', { rootUrl, provider })).toEqual({
    resolved: 'https://a.example/app/cb',
    problem: null,
    warnings: [],
  });
  expect(judgeRedirectUrl('/cb', { provider })).toEqual({
    resolved: 'https://id.example/cb',
    problem: null,
    warnings: ['provider-page'],
  });
  expect(judgeRedirectUrl('/cb')).toMatchObject({ resolved: null, problem: null });
  expect(matchRedirectUrl('/cb*', 'https://id.example/cb/x', { provider })).toBe('yes');
});

test('what is neither an address nor a path is a problem', () => {
  expect(judgeRedirectUrl('cb', { rootUrl: 'https://a.example' }).problem).toBe('no-slash');
});

test('what is no address, or has a fragment, is a problem', () => {
  expect(judgeRedirectUrl('https://').problem).toBe('not-a-url');
  expect(judgeRedirectUrl('https://a.example/#x').problem).toBe('fragment');
});

test('blanks of any kind are a problem: a browser would change them, or they part two addresses', () => {
  for (const url of [
    'https://a b/',
    'https://a.example/my page',
    'https://a.example/cb https://b.example/cb',
    'https://a.example/\tcb',
    'https://a.example/\ncb*',
    'https://a.example/\u3000cb',
    '/c b',
    '* *',
  ]) {
    expect(judgeRedirectUrl(url, { rootUrl: 'https://r.example' }).problem, url).toBe('blanks');
  }
  expect(judgeRedirectUrl(' https://a.example/my%20page ').problem).toBeNull();
});

test('several that are pasted at once are told apart by lines, blanks and commas', () => {
  const urls = ['https://a.example/cb', '/cb*', 'app:/cb', '*'];
  for (const between of ['\n', '\r\n', ' ', ', ', ',', ' ,\n\n', '\t', ';', '\u3000']) {
    expect(splitRedirectUrls(`${between}${urls.join(between)}${between}`), between).toEqual(urls);
  }
  expect(splitRedirectUrls('https://a.example/x,y?z=1;2')).toEqual(['https://a.example/x,y?z=1;2']);
  expect(splitRedirectUrls(' \n, ')).toEqual([]);
  expect(splitRedirectUrls('/a\n/a, /a')).toEqual(['/a']);
});

test('with a wildcard the query does not count, without it every letter does', () => {
  expect(matchRedirectUrl('https://a.example/cb*', 'https://a.example/cb?x=1')).toBe('yes');
  expect(matchRedirectUrl('https://a.example/cb', 'https://a.example/cb?x=1')).toBe('no');
  expect(matchRedirectUrl('https://a.example/cb', 'https://a.example/cb/')).toBe('no');
});

test('a wildcard in the host reaches other hosts only with older providers', () => {
  expect(matchRedirectUrl('https://a.example*', 'https://a.example/x')).toBe('yes');
  expect(matchRedirectUrl('https://a.example*', 'https://a.example.evil.test/')).toBe('older');
  expect(matchRedirectUrl('https://a.example*', 'https://b.example/')).toBe('no');
});

test('any port of loopback matches where none is registered', () => {
  expect(matchRedirectUrl('http://127.0.0.1/cb', 'http://127.0.0.1:4321/cb')).toBe('yes');
  expect(matchRedirectUrl('http://127.0.0.1:80/cb', 'http://127.0.0.1:4321/cb')).toBe('no');
  expect(matchRedirectUrl('https://127.0.0.1/cb', 'https://127.0.0.1:4321/cb')).toBe('no');
});

test('an address that leaves its folder matches nothing', () => {
  expect(matchRedirectUrl('https://a.example/cb*', 'https://a.example/cb/../x')).toBe('no');
});
