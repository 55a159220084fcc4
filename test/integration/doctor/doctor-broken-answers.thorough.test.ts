import { json } from '../../support/servers/doctor-servers.ts';
import { diagnosed } from '../../support/worlds/doctor-broken.ts';

const whole = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/certs`,
});
const client = { clientId: 'desk', clientSecret: 'hush-hush-hush' };

diagnosed('at answers that are wrong', ({ ours, servers: { nginx, https, provider }, webApi }) => [
  [
    'another place',
    { http: 'http-redirect' },
    async () =>
      webApi(
        nginx({ verifyClient: 'off', status: 'return 302 https://portal.example/login?for=desk;' }),
      ),
  ],
  [
    'a page for people',
    { http: 'http-page' },
    async () =>
      webApi(
        nginx({ verifyClient: 'off', status: "default_type text/html; return 200 '<html>';" }),
      ),
  ],
  [
    'another path',
    { http: 'http-not-found' },
    async () => webApi(nginx({ verifyClient: 'off', status: 'return 404;' })),
  ],
  [
    'a server in trouble',
    { http: 'http-status' },
    async () => webApi(nginx({ verifyClient: 'off', status: 'return 503;' })),
  ],
  [
    'a clock that is wrong',
    { clock: 'clock-apart' },
    async () => webApi(https(json(200, [])), { now: () => Date.now() - 3_600_000 }),
  ],
  [
    'nobody signed in',
    { http: 'session-signed-out' },
    async () => webApi(https(json(401, {})), { system: { authorities: ours(), route: 'token' } }),
  ],
  [
    'no discovery',
    { discovery: 'discovery-absent', tokenEndpoint: 'sign-in-answer-unusable' },
    async () => ({
      ...(await webApi(https(json(404, {})))),
      service: 'identityProvider',
      client,
    }),
  ],
  [
    'another issuer',
    { discovery: 'discovery-other-issuer', tokenEndpoint: 'sign-in-issuer-mismatch' },
    async () => ({
      ...(await webApi(provider(() => whole('https://other.example')))),
      ...{ service: 'identityProvider', client },
    }),
  ],
  [
    'endpoints elsewhere',
    { discovery: 'discovery-other-origin', tokenEndpoint: 'sign-in-provider-error' },
    async () => ({
      ...(await webApi(
        provider((origin) => ({
          ...whole(origin),
          token_endpoint: 'https://evil.example/token',
        })),
      )),
      ...{ service: 'identityProvider', client },
    }),
  ],
  [
    'a client that the provider does not know',
    { tokenEndpoint: 'client-refused' },
    async () => ({
      ...(await webApi(provider(whole, [401, { error: 'invalid_client' }]))),
      ...{ service: 'identityProvider', client },
    }),
  ],
  [
    'no client entered',
    { tokenEndpoint: 'client-not-entered' },
    async () => ({
      ...(await webApi(provider((origin) => whole(`${origin}/auth/realms/op`)))),
      service: 'identityProvider',
    }),
  ],
  [
    'no API key',
    { models: 'api-key-missing' },
    async () => ({ ...(await webApi(https(json(401, {})))), service: 'genai' }),
  ],
  [
    'an API key that was revoked',
    { models: 'api-key-refused' },
    async () => ({
      ...(await webApi(https(json(401, { error: { message: 'no' } })))),
      ...{ service: 'genai', apiKey: 'sk-revoked-0123456789' },
    }),
  ],
  [
    'a service without models',
    { models: 'models-none' },
    async () => ({
      ...(await webApi(https(json(200, { object: 'list', data: [] })))),
      ...{ service: 'genai', apiKey: 'sk-good-0123456789' },
    }),
  ],
]);
