import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import { issueServer } from '../../support/worlds/pki.ts';
import type { HostileAnswer } from './hostile-answers.ts';
import { hostileCertificates } from './hostile-certificates.ts';
import { rawAnswers } from './raw-answers.ts';
import { everywhere, type Give, type Reader, type Server, type World } from './reader.ts';
import { takeToken } from './taking.ts';

/** Has the connection doctor look at a service, and what it found made ready for others. */
const examined =
  (service: AddressField) =>
  async ({ ask, next, systemId }: World): Promise<void> => {
    const ended = next(
      'doctor.changed',
      (state) =>
        state.systemId === systemId && state.service === service && state.state !== 'running',
    );
    await ask('doctor.start', { systemId, service, completion: true });
    await ended;
    await ask('doctor.shareable', { systemId, service });
    await ask('doctor.stop', { systemId, service });
  };

async function listening(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closed(...servers: readonly NetServer[]): Promise<void> {
  for (const server of servers) {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    await once(server, 'close');
  }
}

let issued = 0;

/** A server that leaves out its issuer, and the place that it says the issuer's certificate lies at. */
async function serveIssuers({ site, systemId, must, provider }: World): Promise<Server> {
  if (site.pki === null) throw new Error('without openssl');
  let give: Give | null = null;
  const place = createServer((_request, response) => {
    if (give === null) response.writeHead(404).end();
    else give(response);
  });
  const at = `http://127.0.0.1:${await listening(place)}/issuer.cer`;
  issued += 1;
  const { certificatePem, privateKeyPem } = await issueServer(site.pki, `leaf-${issued}`, {
    authority: site.pki.authorities.foreign,
    extensions: [`authorityInfoAccess=caIssuers;URI:${at}`],
  });
  const incomplete = createTls({ cert: certificatePem, key: privateKeyPem }, (_, response) =>
    response.end('[]'),
  );
  const webApiUrl = `https://localhost:${await listening(incomplete)}`;
  await must('systems.update', { id: systemId, webApiUrl });
  return {
    behave(next) {
      give = next;
    },
    async [Symbol.asyncDispose]() {
      await must('systems.update', { id: systemId, webApiUrl: provider.origin });
      await closed(place, incomplete);
    },
  };
}

/** A proxy that answers CONNECT so. */
async function serveTunnels({ systemId, must, provider }: World): Promise<Server> {
  let give: Give | null = null;
  const sockets = new Set<Socket>();
  const proxy = createServer().on('connect', (request, socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    if (give === null) response.writeHead(502).end();
    else give(response);
  });
  const address = `http://127.0.0.1:${await listening(proxy)}`;
  await must('systems.update', { id: systemId, webApiUrl: 'https://system.example' });
  await must('connections.setProxy', {
    systemId,
    proxy: { kind: 'manual', address, user: null, except: '', password: null },
  });
  return {
    behave(next) {
      give = next;
    },
    async [Symbol.asyncDispose]() {
      await must('connections.setProxy', { systemId, proxy: { kind: 'none' } });
      await must('systems.update', { id: systemId, webApiUrl: provider.origin });
      for (const socket of sockets) socket.destroy();
      await closed(proxy);
    },
  };
}

/** Files that are certificates, though of nobody's use. */
const issuers: readonly HostileAnswer[] = hostileCertificates(40).map(({ name, chain }) => ({
  name: `a certificate: ${name}`,
  give: (response) => void response.end(chain()[0] ?? ''),
}));

export const readersOfConnections: readonly Reader[] = [
  {
    name: 'the doctor at a Web API',
    from: (give) => ({ status: () => give }),
    read: examined('webApi'),
  },
  {
    name: 'the doctor at discovery documents',
    from: (give) => ({ discovery: () => give }),
    prepare: takeToken,
    read: examined('identityProvider'),
  },
  {
    name: 'the doctor at token endpoints',
    from: (give) => ({ exchange: () => give }),
    prepare: takeToken,
    read: examined('identityProvider'),
  },
  {
    name: 'the doctor at models and completions',
    from: everywhere,
    read: examined('genai'),
  },
  {
    name: 'certificates at an address that a server names',
    from: { serve: serveIssuers },
    needsTls: true,
    own: issuers,
    read: ({ ask, systemId }) => ask('doctor.askIssuer', { systemId, service: 'webApi' }),
  },
  {
    name: 'a proxy’s answer to CONNECT',
    from: { serve: serveTunnels },
    own: rawAnswers,
    read: ({ ask, systemId }) => ask('machines.refresh', { systemId }),
  },
];
