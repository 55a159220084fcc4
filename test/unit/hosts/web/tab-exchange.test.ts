import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { providerRequest, sendToTab } from '../../../../main/hosts/web/tab-exchange.ts';
import { ask } from '../../../support/servers/http.ts';

const provider = 'https://id.example';

/** How often the loop turned while something was at work. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await work();
  counting = false;
  return turns;
}

/** A tab's server over a provider that answers as told; gives what it was asked too. */
async function exchange(answer: (request: Request) => Response) {
  const asked: Request[] = [];
  const turns: number[] = [];
  const server = createServer((request, response) => {
    const origins = { provider, own: `http://${request.headers.host}` };
    providerRequest(request, origins)
      .then(async (made) => {
        if (made === null) return response.writeHead(413).end();
        asked.push(made);
        turns.push(await turnsOf(() => sendToTab(answer(made), response, origins)));
      })
      .catch((cause: unknown) => {
        // who looks at the head alone hangs up in the middle
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end(String(cause));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked, turns };
}

const html = (body: string, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

test.each([
  ['<form action="https://id.example/realms/x?a=1&amp;b">', 'OWN/realms/x?a=1&amp;b'],
  ['{"url":"https:\\/\\/id.example\\/auth"}', 'OWN_ESCAPED\\/auth'],
  ['<a href="https://id.example">', '"OWN"'],
  ['https://id.example.evil.example/', 'https://id.example.evil.example/'],
  ['https://id.example:8443/', 'https://id.example:8443/'],
  ['https://id.example@evil.example/', 'https://id.example@evil.example/'],
  ['https://id.example-evil.example/', 'https://id.example-evil.example/'],
  ['http://id.example/', 'http://id.example/'],
])('addresses of the provider become the tab’s, and no other: %s', async (written, expected) => {
  const { origin } = await exchange(() => html(written));
  const { body } = await ask(origin, '/');
  const own = expected.replace('OWN_ESCAPED', origin.replaceAll('/', '\\/')).replace('OWN', origin);
  expect(body).toContain(own);
});

test('addresses become the tab’s wherever they lie in a long page, the last of it too', async () => {
  const [written, escaped] = ['https://id.example', 'https:\\/\\/id.example'];
  const pages = Array.from({ length: 24 }, (_, before) =>
    [
      ' '.repeat(before),
      `${written} ${escaped}" `.repeat(2_000),
      before % 2 ? written : escaped,
    ].join(''),
  );
  const { origin } = await exchange(({ url }) => html(pages[Number(url.split('?')[1])] ?? ''));
  for (const [at, page] of pages.entries()) {
    const { body } = await ask(origin, `/?${at}`);
    const own = origin.replaceAll('/', '\\/');
    expect(body === page.replaceAll(written, origin).replaceAll(escaped, own), `${at}`).toBe(true);
  }
});

test('a page of nothing but addresses does not keep main from anything else', async () => {
  const page = 'https://id.example '.repeat(400_000);
  const { origin, turns } = await exchange(() => html(page));
  const { body } = await ask(origin, '/');
  expect(body.length).toBe(page.length + 400_000 * (origin.length - 'https://id.example'.length));
  expect(turns[0]).toBeGreaterThan(100);
});

test('what is no text is handed on byte for byte, and so is any other encoding', async () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
  const { origin } = await exchange(({ url }) =>
    url.endsWith('.png')
      ? new Response(bytes, { headers: { 'content-type': 'image/png' } })
      : new Response(bytes, { headers: { 'content-type': 'text/html; charset=shift_jis' } }),
  );
  for (const path of ['/a.png', '/a.html']) {
    const response = await fetch(origin + path);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  }
});

test('a request goes to the provider’s origin, whatever its path says, without cookies', async () => {
  const { origin, asked } = await exchange(() => html('ok'));
  const headers = {
    cookie: 'compute-desk-tab=secret',
    origin,
    referer: `${origin}/realms/x`,
    accept: 'text/html',
  };
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '/@evil.example/',
    '/:8443/',
    '/a?b=//c',
  ]) {
    await ask(origin, path, { headers });
  }
  expect(asked.map(({ url }) => new URL(url).origin)).toEqual(asked.map(() => provider));
  expect(asked).toHaveLength(5);
  for (const { headers: sent } of asked) {
    expect(sent.get('cookie')).toBeNull();
    expect(sent.get('origin')).toBe(provider);
    expect(sent.get('referer')).toBe(`${provider}/realms/x`);
    expect(sent.get('accept')).toBe('text/html');
  }
  await ask(origin, '/', { headers: { referer: 'http://elsewhere.example/', origin: 'null' } });
  expect(asked[5]?.headers.get('referer')).toBeNull();
  expect(asked[5]?.headers.get('origin')).toBeNull();
});

test('forms arrive as they were sent; too large a body is refused before it is asked', async () => {
  const bodies: string[] = [];
  const { origin, asked } = await exchange((request) => {
    void request.text().then((text) => bodies.push(text));
    return html('ok');
  });
  await ask(origin, '/form', { method: 'POST', body: 'login=Continue' });
  await expect.poll(() => bodies).toEqual(['login=Continue']);
  const large = await ask(origin, '/form', {
    method: 'POST',
    body: 'x'.repeat(16 * 1024 * 1024 + 1),
  });
  expect(large.status).toBe(413);
  expect(asked).toHaveLength(1);
});

test('every page is held to its own origin and kept nowhere, beside the provider’s own policy', async () => {
  const { origin } = await exchange(() =>
    html('ok', {
      'access-control-allow-origin': '*',
      'cache-control': 'max-age=3600',
      'content-security-policy':
        'upgrade-insecure-requests; form-action https://id.example; frame-src https://other.example',
      'referrer-policy': 'unsafe-url',
      location: 'https://id.example/next',
    }),
  );
  const { headers } = await fetch(origin, { redirect: 'manual' });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain(`form-action ${origin}; frame-src https://other.example`);
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('location')).toBe(`${origin}/next`);
});

test('no rules of speculation are left in a page, wherever in it they stand', async () => {
  const rules =
    '<script type="SpeculationRules">{"prefetch":[{"urls":["https://evil.example"]}]}</script>';
  const size = 64 * 1024;
  // Across the end of a piece, too.
  for (const before of [0, size - rules.length, size - 25, size - 20, size - 13, 3 * size]) {
    const page = `${' '.repeat(before)}${rules}${rules.toLowerCase()}<p>end</p>`;
    const { origin } = await exchange(() => html(page));
    const { body } = await ask(origin, '/');
    expect(body.toLowerCase()).not.toContain('speculationrules');
    expect(body).toContain('"no-speculation"');
    expect(body.endsWith('<p>end</p>')).toBe(true);
  }
});

test('each of several policies loses what would lead the tab to TLS', async () => {
  const { origin } = await exchange(() =>
    html('ok', {
      'content-security-policy': "img-src 'self', upgrade-insecure-requests; font-src 'none'",
    }),
  );
  const policy = (await fetch(origin)).headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(policy).toMatch(/img-src 'self'.* font-src 'none'/);
});
