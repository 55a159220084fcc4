import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startStubHost } from '../../support/processes/web-host.ts';
import { ask } from '../../support/servers/http.ts';

async function start() {
  const host = await startStubHost({ folder: testFolder() });
  onTestFinished(() => host.server.close());
  return host;
}

test('whatever is answered, a refusal too, holds the page to itself, and only what is built in may be kept', async () => {
  const { origin, root, downloads, leaving } = await start();
  const { host } = new URL(origin);
  const content = Buffer.from('<script>1</script>');
  const answers = {
    page: await ask(origin, root),
    file: await ask(origin, `${root}assets/a.js`),
    unknown: await ask(origin, `${root}assets/other.js`),
    elsewhere: await ask(origin, '/'),
    method: await ask(origin, root, { method: 'TRACE' }),
    stranger: await ask(origin, root, { headers: { host: 'evil.example' } }),
    download: await ask(origin, downloads.offer({ name: 'a.html', content })),
    leaving: await ask(origin, leaving.offer('https://example.org/')),
    goneTab: await ask(origin, '/', {
      headers: { host: host.replace('127.0.0.1', `sign-in-${'a'.repeat(32)}.localhost`) },
    }),
  };
  const kept: Record<string, string> = { page: 'no-cache', file: 'max-age=31536000, immutable' };
  for (const [name, { headers, body }] of Object.entries(answers)) {
    const of = (header: string) => `${name}: ${headers[header]}`;
    const policy = String(headers['content-security-policy']);
    expect(`${name}: ${policy}`).toMatch(/: default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/object-src|unsafe-eval|https?:/);
    expect(of('x-content-type-options')).toBe(`${name}: nosniff`);
    expect(of('referrer-policy')).toBe(`${name}: no-referrer`);
    expect(of('cross-origin-opener-policy')).toBe(`${name}: same-origin`);
    expect(of('cross-origin-resource-policy')).toBe(`${name}: same-origin`);
    expect(of('access-control-allow-origin')).toBe(`${name}: undefined`);
    expect(of('server')).toBe(`${name}: undefined`);
    expect(of('x-powered-by')).toBe(`${name}: undefined`);
    if (body !== '') {
      expect(of('content-type')).toMatch(
        /: (?:text\/\w+; charset=utf-8|application\/octet-stream)$/,
      );
    }
    expect(of('cache-control')).toBe(`${name}: ${kept[name] ?? 'no-store'}`);
  }
  expect(answers.download.headers['content-disposition']).toMatch(/^attachment; /);
});

test.each([
  ['a"; filename="x.exe', 'a%22%3B%20filename%3D%22x.exe'],
  ['a\r\nset-cookie: b=1', 'a%0D%0Aset-cookie%3A%20b%3D1'],
  ['../../a%2f', '..%2F..%2Fa%252f'],
])('the name of a download is one word of its header: %j', async (name, written) => {
  const { origin, downloads } = await start();
  const path = downloads.offer({ name, content: Buffer.from('x') });
  const { headers } = await ask(origin, path);
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${written}`);
  expect(headers['set-cookie']).toBeUndefined();
});
