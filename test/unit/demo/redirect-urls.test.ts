import { describe, expect, test } from 'vitest';
import { allowsRedirect, redirectUrlProblem } from '../../../main/demo/identity/redirect-urls.ts';

function allows(registered: string, url: string, rootUrl?: string): boolean {
  return allowsRedirect(url, { redirectUrls: [registered], rootUrl });
}

describe('redirect URLs as Keycloak compares them', () => {
  test.each([
    ['https://a.example/cb', 'https://a.example/cb'],
    ['https://a.example/*', 'https://a.example/x/y?z=1'],
    ['https://a.example/*', 'https://a.example/'],
    ['https://a.example/*', 'https://a.example'],
    ['https://a.example/cb*', 'https://a.example/cb2'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb'],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb'],
    ['http://localhost/*', 'http://localhost:5000/cb'],
    ['http://[::1]/cb', 'http://[::1]:5000/cb'],
    ['compute-desk://oauth/callback', 'compute-desk://oauth/callback'],
  ])('%s allows %s', (registered, url) => {
    expect(allows(registered, url)).toBe(true);
  });

  test.each([
    ['https://a.example/cb', 'https://a.example/cb/'],
    ['https://a.example/cb', 'https://a.example/cb?x=1'],
    ['https://a.example/cb', 'http://a.example/cb'],
    ['https://a.example/cb', 'https://a.example:444/cb'],
    ['https://a.example/*', 'https://a.example.evil/'],
    ['https://a.example/*', 'https://a.example@evil.example/'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:5000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:5000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/other'],
    ['*', 'javascript:alert(1)'],
    ['https://a.example/*', 'https://a.example/x#fragment'],
    ['https://a.example/*', '/x'],
  ])('%s does not allow %s', (registered, url) => {
    expect(allows(registered, url)).toBe(false);
  });

  test('a relative one resolves against the root URL, and is nothing without it', () => {
    expect(allows('/cb', 'https://a.example/app/cb', 'https://a.example/app/')).toBe(true);
    expect(allows('/cb/*', 'https://a.example/cb/x', 'https://a.example')).toBe(true);
    expect(allows('/cb', 'https://b.example/cb', 'https://a.example')).toBe(false);
    expect(allows('/cb', 'https://a.example/cb')).toBe(false);
  });
});

describe('registering', () => {
  test.each(['https://a.example/*', 'my-app:/cb', 'http://lan.example/cb', '/cb*', '*'])(
    '%s is taken',
    (url) => {
      expect(redirectUrlProblem(url, 'https://root.example')).toBeUndefined();
    },
  );

  test.each([
    ...['', 'x', 'https://a/*/b', 'https://a/#b', 'data:text/html,x', 7, null],
    ...['https://a/my page', 'https://a/ https://b/', '/c b', 'https://a/\tb', ' https://a/'],
  ])('%j is refused with a reason', (url) => {
    expect(redirectUrlProblem(url, 'https://root.example')).toMatch(/\w/);
  });
});
