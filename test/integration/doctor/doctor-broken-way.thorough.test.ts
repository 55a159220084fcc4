import { createConnection, createServer as createTcp } from 'node:net';
import { json } from '../../support/servers/doctor-servers.ts';
import { diagnosed } from '../../support/worlds/doctor-broken.ts';

diagnosed(
  'at a way that is broken',
  ({ pki, servers: { listening, tcp, https, proxy }, webApi }) => [
    [
      'no address',
      { address: 'address-missing' },
      async () => ({ service: 'genai', address: null }),
    ],
    [
      'a name that nobody knows',
      { lookup: 'network-name-not-found' },
      async () => ({ service: 'webApi', address: 'https://nowhere.invalid' }),
    ],
    [
      'a resolver that fails',
      { lookup: 'network-name-not-found' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        async lookup() {
          throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
        },
      }),
    ],
    [
      'nothing at the port',
      { connect: 'network-refused' },
      async () => {
        const server = createTcp();
        const port = await listening(server);
        server.close();
        return { service: 'webApi', address: `https://localhost:${port}` };
      },
    ],
    [
      'an address of several that does not answer',
      { connect: 'connect-some', tls: 'tls-cut' },
      async () => ({
        service: 'webApi',
        address: (await tcp((socket) => socket.destroy())).replace('localhost', 'system.example'),
        lookup: async () => [{ address: '127.0.0.1' }, { address: '127.0.0.2' }],
      }),
    ],
    [
      'a name with 500 addresses',
      { lookup: 'lookup-many', connect: 'network-refused' },
      async () => {
        const server = createTcp();
        const port = await listening(server);
        server.close();
        return {
          ...{ service: 'webApi', address: `https://system.example:${port}` },
          lookup: async () =>
            Array.from({ length: 500 }, (_, at) => ({
              address: `127.0.${at >> 8}.${at & 255 || 1}`,
            })),
        };
      },
    ],
    [
      'a proxy that wants a password',
      { proxy: 'proxy-sign-in' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: await proxy((_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n')) },
      }),
    ],
    [
      'a proxy that lets nobody there',
      { proxy: 'proxy-refuses' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: await proxy((_, socket) => socket.end('HTTP/1.1 403 No\r\n\r\n')) },
      }),
    ],
    [
      'a proxy that is not there',
      { proxy: 'network-proxy' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: 'http://127.0.0.1:9' },
      }),
    ],
    [
      'a proxy whose address is none',
      { proxy: 'proxy-unusable', lookup: 'network-name-not-found' },
      async () => ({
        ...{ service: 'webApi', address: 'https://nowhere.invalid' },
        env: { HTTPS_PROXY: 'socks5://127.0.0.1:1080' },
      }),
    ],
    [
      'a proxy that opens TLS',
      { trust: 'trust-opened-by-proxy' },
      async () => {
        const opening = await https(json(200, []), pki().servers.untrusted);
        const through = await proxy((_, socket) => {
          const inner = createConnection(Number(new URL(opening).port), '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 OK\r\n\r\n');
            inner.pipe(socket).pipe(inner);
          });
          inner.on('error', () => socket.destroy());
        });
        return webApi(Promise.resolve('https://system.example'), { env: { HTTPS_PROXY: through } });
      },
    ],
    [
      'a proxy script that makes no sense',
      { proxy: 'proxy-script-unusable', lookup: 'network-name-not-found' },
      async () => ({
        ...{ service: 'webApi', address: 'https://nowhere.invalid' },
        resolveProxy: async () => '<html>Sign in</html>',
      }),
    ],
  ],
);
