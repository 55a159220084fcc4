import { expect, test } from 'vitest';
import {
  type BufferedAnswer,
  defaultConnection,
  type Network,
  type RequestOptions,
} from '../../../../main/base/network/index.ts';
import { createGateway } from '../../../../main/systems/sign-in/gateway.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

const origin = 'https://id.example';
const startUrl = `${origin}/auth?client_id=app`;
const redirectUrl = 'compute-desk://oauth/callback';
const identity = {
  name: 'grace',
  certificatePem: 'c',
  privateKeyPem: 'k',
  notAfter: '2099-01-01T00:00:00.000Z',
};

type Said = Partial<Omit<BufferedAnswer, 'body'>> & { readonly body?: string };

/** A gateway over a network that answers as told and keeps what it was asked. */
function gatewayOf(
  answer: (request: RequestOptions) => Said | AppError,
  language: 'en' | 'ja' = 'en',
) {
  const asked: RequestOptions[] = [];
  const callbacks: string[] = [];
  const problems: AppError[] = [];
  let lastPage: AppError | null = null;
  let retries = 1;
  const network: Network = {
    async request(request) {
      asked.push(request);
      const said = answer(request);
      if (said instanceof AppError) throw said;
      return {
        status: 200,
        headers: {},
        setCookies: [],
        url: request.url,
        ...said,
        body: new TextEncoder().encode(said.body ?? ''),
      };
    },
    stream: () => Promise.reject(new Error('not used')),
    proxyToTell: () => ({ kind: 'system' }),
    forgetIdentities: () => undefined,
    close: async () => undefined,
  };
  const gateway = createGateway({
    network,
    identity,
    connection: defaultConnection(['authority']),
    startUrl,
    redirectUrl,
    language,
    mayRetry: () => retries-- > 0,
    onCallback: (url) => void callbacks.push(url.href),
    onProblem: (problem) => void problems.push(problem),
    onPage: (problem) => {
      lastPage = problem;
    },
  });
  const visit = (url: string, init: RequestInit = {}) =>
    gateway(new Request(url, { ...init, headers: { accept: 'text/html', ...init.headers } }));
  return { visit, asked, callbacks, problems, lastPage: () => lastPage };
}

test('requests go out with the certificate, the system’s authorities and the user’s language', async () => {
  const { visit, asked } = gatewayOf(
    () => ({ body: 'hello', headers: { 'content-type': 'text/html' } }),
    'ja',
  );
  const response = await visit(startUrl, { headers: { cookie: 'own=1', 'x-secret': 'no' } });
  expect(await response.text()).toBe('hello');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    url: startUrl,
    method: 'GET',
    identity,
    connection: defaultConnection(['authority']),
    redirects: 'return',
    headers: { accept: 'text/html', 'accept-language': 'ja' },
  });
  expect(asked[0]?.headers).not.toHaveProperty('cookie');
  expect(asked[0]?.headers).not.toHaveProperty('x-secret');
});

test('cookies are kept here, by path, and never reach the window', async () => {
  const { visit, asked } = gatewayOf(({ url }) =>
    url === startUrl
      ? {
          setCookies: [
            'AUTH=one; Path=/; Secure; HttpOnly; SameSite=None',
            'DEEP=two, three; Path=/auth/deep; Expires=Wed, 01 Jan 2099 00:00:00 GMT',
          ],
          headers: { 'set-cookie': 'AUTH=one' },
        }
      : {},
  );
  const first = await visit(startUrl);
  expect([...first.headers.keys()]).not.toContain('set-cookie');
  await visit(`${origin}/other`);
  await visit(`${origin}/auth/deep/page`);
  expect(asked[1]?.headers?.cookie).toBe('AUTH=one');
  expect(asked[2]?.headers?.cookie?.split('; ').sort()).toEqual(['AUTH=one', 'DEEP=two, three']);
});

test('however many cookies pages set, and however long they are, no more are kept than browsers keep of a site', async () => {
  let page = 0;
  const { visit, asked } = gatewayOf(() => {
    page += 1;
    const setCookies = Array.from({ length: 100 }, (_, at) => `c${page}-${at}=1; Path=/`);
    return { setCookies: [...setCookies, 'SESSION=mine; Path=/', `long=${'x'.repeat(9_000)}`] };
  });
  for (let at = 0; at < 30; at++) await visit(`${origin}/page`);
  const sent = asked.at(-1)?.headers?.cookie?.split('; ') ?? [];
  expect(sent).toHaveLength(180);
  // those set last are there, and what is set again counts as young
  expect(sent).toContain('c29-99=1');
  expect(sent).toContain('SESSION=mine');
  expect(sent.some((one) => one.startsWith('long'))).toBe(false);
});

test('forms and uploads arrive as they were sent', async () => {
  const { visit, asked } = gatewayOf(() => ({ status: 302, headers: { location: '/next' } }));
  const response = await visit(`${origin}/form`, {
    method: 'POST',
    body: 'login=Continue',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(asked[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(new TextDecoder().decode(asked[0]?.body as Uint8Array)).toBe('login=Continue');
  // The window follows it by itself, as GET.
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`${origin}/next`);

  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  await visit(`${origin}/upload`, { method: 'POST', body: bytes });
  expect(asked[1]?.body).toEqual(bytes);
});

test('too large a body is not sent', async () => {
  const { visit, asked } = gatewayOf(() => ({}));
  const body = new Uint8Array(16 * 1024 * 1024 + 1);
  const response = await visit(`${origin}/upload`, { method: 'POST', body });
  expect(response.status).toBe(413);
  expect(asked).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  '%i to the redirect URL ends the attempt, the code reaches no page',
  async (status) => {
    const { visit, callbacks } = gatewayOf(() => ({
      status,
      headers: { location: `${redirectUrl}?code=the-code&state=s` },
    }));
    const response = await visit(startUrl);
    expect(callbacks).toEqual([`${redirectUrl}?code=the-code&state=s`]);
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).not.toContain('the-code');
  },
);

test('a navigation to the redirect URL by a page is taken too, and nothing is sent there', async () => {
  const { visit, callbacks, asked } = gatewayOf(() => ({}));
  await visit(`${redirectUrl}?code=x&state=s`);
  expect(callbacks).toEqual([`${redirectUrl}?code=x&state=s`]);
  expect(asked).toEqual([]);
});

test.each([
  'https://evil.example/x',
  'https://id.example.evil.example/x',
  'https://id.example:8443/x',
  'http://id.example/x',
])('%s is refused with a page that names it', async (url) => {
  const { visit, asked } = gatewayOf(() => ({}));
  const response = await visit(url);
  expect(response.status).toBe(403);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toContain(new URL(url).origin);
  expect(asked).toEqual([]);
});

test.each([
  ['tls-server-not-trusted', 'compute-desk-server-not-trusted'],
  ['tls-server-expired', 'compute-desk-server-not-trusted'],
  ['tls-client-certificate-rejected', 'compute-desk-certificate-refused'],
  ['network-timeout', 'compute-desk-unreachable'],
] as const)('%s is shown, never a blank window', async (code, kind) => {
  const { visit, lastPage } = gatewayOf(
    () => new AppError(code, { details: { host: 'id.example', issuer: '<b>CN=x</b>' } }),
    'ja',
  );
  const response = await visit(startUrl);
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(text).toContain(kind);
  expect(text).toContain('lang="ja"');
  expect(text).toContain(code);
  expect(text).not.toContain('<b>');
  expect(text).toContain(`href="${startUrl}"`);
  expect(lastPage()).toMatchObject({ code });
});

test('a page that came takes back what the last one complained of', async () => {
  let down = true;
  const { visit, lastPage } = gatewayOf(() =>
    down ? new AppError('network-timeout') : { body: 'ok' },
  );
  await visit(startUrl);
  expect(lastPage()).not.toBeNull();
  down = false;
  await visit(startUrl);
  expect(lastPage()).toBeNull();
});

test('headers of the connection and of the origin’s keeping stay out of the window', async () => {
  const { visit } = gatewayOf(() => ({
    headers: {
      'content-type': 'text/html',
      'content-encoding': 'identity',
      'content-length': '5',
      'strict-transport-security': 'max-age=1',
      'alt-svc': 'h3=":443"',
      'x-frame-options': 'DENY',
      'x-odd': 'a\u0000b',
    },
    body: 'hello',
  }));
  const response = await visit(startUrl);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/html',
    'x-frame-options': 'DENY',
  });
});

test('only the answer to the request itself can say that the redirect URL is not registered', async () => {
  const page = { status: 400, body: 'Invalid parameter: redirect_uri' };
  const { visit, problems } = gatewayOf(() => page);
  await visit(`${origin}/elsewhere`);
  expect(problems).toEqual([]);
  await visit(startUrl);
  expect(problems).toEqual([
    expect.objectContaining({
      code: 'sign-in-redirect-not-registered',
      details: { redirectUrl, host: 'id.example' },
    }),
  ]);
});

test.each([204, 205, 304, 101, 600])('a status that has no body or is none: %i', async (status) => {
  const { visit } = gatewayOf(() => ({ status, body: status < 300 || status === 304 ? '' : 'x' }));
  const response = await visit(startUrl);
  expect(response.status).toBeGreaterThanOrEqual(200);
});

test('an error page of the provider is remembered until a good one comes', async () => {
  const { visit, lastPage } = gatewayOf(({ url }) => ({
    status: url.endsWith('/refused') ? 403 : url.endsWith('/missing.png') ? 404 : 200,
    headers: { 'content-type': 'text/html' },
  }));
  expect((await visit(`${origin}/refused`)).status).toBe(403);
  expect(lastPage()).toMatchObject({
    code: 'sign-in-page-failed',
    details: { host: 'id.example', status: 403 },
  });
  await visit(startUrl);
  expect(lastPage()).toBe(null);
  await visit(`${origin}/missing.png`, { headers: { 'sec-fetch-dest': 'image' } });
  expect(lastPage()).toBe(null);
});

test('nobody is told of a policy’s breaches, and nothing is fetched ahead, whatever the provider’s headers say', async () => {
  const elsewhere = 'https://reports.example';
  const { visit } = gatewayOf(() => ({
    body: 'hello',
    headers: {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'self'; report-uri ${elsewhere}/a; report-to csp, img-src 'none';REPORT-URI ${elsewhere}/b;report-to`,
      'content-security-policy-report-only': `default-src 'none'; report-uri ${elsewhere}/c`,
      'cross-origin-embedder-policy-report-only': 'require-corp; report-to="a"',
      'cross-origin-opener-policy-report-only': 'same-origin; report-to="a"',
      'permissions-policy-report-only': 'camera=();report-to=a',
      'document-policy-report-only': 'x; report-to=a',
      'integrity-policy-report-only': 'blocked-destinations=(script), endpoints=(a)',
      'require-document-policy': 'x',
      'reporting-endpoints': `a="${elsewhere}/d"`,
      'report-to': `{"group":"a","endpoints":[{"url":"${elsewhere}/e"}]}`,
      nel: '{"report_to":"a","max_age":1}',
      'expect-ct': `max-age=1, report-uri="${elsewhere}/f"`,
      'speculation-rules': `"${elsewhere}/rules.json"`,
      link: `<${elsewhere}>; rel=preconnect`,
    },
  }));
  const { headers } = await visit(startUrl);
  expect([...headers.keys()].sort()).toEqual([
    'content-security-policy',
    'content-type',
    'require-document-policy',
  ]);
  expect(headers.get('content-security-policy')).toBe("default-src 'self', img-src 'none'");
});
