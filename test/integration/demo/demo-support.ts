import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DemoInfo,
  type DemoOptions,
  type RunningDemo,
  startDemo,
} from '../../../main/demo/index.ts';

/** A certificate to present, PEM. */
export interface Identity {
  readonly keyPem: string;
  readonly certificatePem: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly identity?: Identity | undefined;
}

/** A demo in a folder of its own, gone after the tests. */
export async function startTestDemo(
  options: Partial<DemoOptions> = {},
): Promise<RunningDemo & AsyncDisposable> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'demo-test-')));
  const demo = await startDemo({ tokensPerSecond: 0, machineStepMs: 0, ...options, folder });
  return {
    ...demo,
    [Symbol.asyncDispose]: async () => {
      await demo.stop();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One HTTPS request on a connection of its own that trusts the demo's authority and nothing else. */
export async function send(demo: DemoInfo, url: string, call: Call = {}): Promise<Answer> {
  const response = await open(demo, url, call);
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** The same, answer's body still to be read. */
export function open(demo: DemoInfo, url: string, call: Call = {}): Promise<IncomingMessage> {
  const { identity } = call;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: call.method ?? 'GET',
        headers: call.headers ?? {},
        agent: false,
        ca: demo.authorityPem,
        ...(identity && { key: identity.keyPem, cert: identity.certificatePem }),
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(call.body);
  });
}

/** A browser that presents `identity` to everything, keeps cookies by path and follows no redirect. */
export function createBrowser(
  demo: DemoInfo,
  identity?: Identity,
): (url: string, form?: Readonly<Record<string, string>>) => Promise<Answer> {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>();
  return async (url, form) => {
    const { pathname } = new URL(url);
    const cookie = [...cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await send(demo, url, {
      identity,
      headers: { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/';
      cookies.set(name, { value, path });
    }
    return answer;
  };
}

export function location(answer: Answer, base: string): URL {
  return new URL(answer.headers.location ?? 'missing:location', base);
}

export function endpoint(demo: DemoInfo, name: string): string {
  return `${demo.authUrl}/auth/realms/op/protocol/openid-connect/${name}`;
}

export const callback = 'http://127.0.0.1:4567/oauth/callback';

export function authorizationUrl(
  demo: DemoInfo,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'openid',
    client_id: demo.oauthClient.clientId,
    redirect_uri: callback,
    state: 'the-state',
    ...parameters,
  });
  return `${endpoint(demo, 'auth')}?${query}`;
}

/** Signs in as a user would, pressing `button` on the confirm page; gives the last redirect's URL. */
export async function signIn(
  demo: DemoInfo,
  identity: Identity,
  parameters: Readonly<Record<string, string>> = {},
  button: 'login' | 'cancel' = 'login',
): Promise<URL> {
  const browse = createBrowser(demo, identity);
  const page = location(await browse(authorizationUrl(demo, parameters)), demo.authUrl).href;
  await browse(page);
  const resume = location(await browse(page, { [button]: 'pressed' }), demo.authUrl).href;
  return location(await browse(resume), demo.authUrl);
}

export function postForm(
  demo: DemoInfo,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  return send(demo, url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** A request at the token endpoint with the app's own credentials. */
export function requestToken(
  demo: DemoInfo,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  return postForm(demo, endpoint(demo, 'token'), {
    client_id: demo.oauthClient.clientId,
    client_secret: demo.oauthClient.clientSecret,
    redirect_uri: callback,
    ...form,
  });
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly [field: string]: unknown;
}

export async function getTokens(demo: DemoInfo, identity: Identity): Promise<Tokens> {
  const code = (await signIn(demo, identity)).searchParams.get('code') ?? '';
  const answer = await requestToken(demo, { grant_type: 'authorization_code', code });
  return JSON.parse(answer.body) as Tokens;
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
