import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { isRecord, readJsonFile, writePrivateFile } from './files.ts';
import { createGenai, openApiKeys } from './genai/index.ts';
import { type HttpsServer, listen } from './http/server.ts';
import { openIdentity } from './identity/index.ts';
import { createInspect, createLiveState, type DemoInspect } from './inspect.ts';
import { openPki, type ServerName } from './pki/index.ts';
import { servePortal } from './portal/index.ts';
import type { DemoInfo, DemoOptions, DemoPorts } from './types.ts';
import { createMachines, createWebApi } from './web-api/index.ts';
import { openWork } from './work/index.ts';

export type { DemoInspect } from './inspect.ts';
export type { DemoInfo, DemoOptions, DemoReply } from './types.ts';

/** The running demo system. */
export interface RunningDemo extends DemoInfo {
  /** Inspection and manipulation, in the same process only. */
  readonly inspect: DemoInspect;
  /** Stops all servers and cuts their connections. Stored data stays in the folder. */
  stop(): Promise<void>;
}

const apiKeyProject = 'demo-project';
/** Projects for which the portal creates keys. */
const projects = [apiKeyProject, 'climate-2026', 'materials-07'];

/** Starts the embedded compute system: all three services on 127.0.0.1, over https. */
export async function startDemo(options: DemoOptions): Promise<RunningDemo> {
  const { folder } = options;
  const [pki, keys, ports] = await Promise.all([
    openPki(join(folder, 'certificates')),
    openApiKeys(join(folder, 'api-keys.json'), projects),
    candidatePorts(folder, options.ports ?? {}),
  ]);
  const authorityPem = pki.authority.pem;
  const machines = createMachines({
    stepMs: options.machineStepMs ?? 20_000,
    seed: options.seed ?? 1,
    now: () => performance.now(),
  });
  const live = createLiveState(options);
  const servers: Pick<HttpsServer, 'close'>[] = [];
  const open = async (name: ServerName, tryPorts: readonly number[]): Promise<HttpsServer> => {
    const server = await listen({
      identity: pki.servers[name],
      authorityPem,
      requestCertificate: name !== 'genai',
      ports: tryPorts,
    });
    servers.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    const identityServer = await open('identity', ports.identity);
    const webApi = await open('web-api', ports.webApi);
    const genai = await open('genai', ports.genai);
    const identity = await openIdentity({
      folder: join(folder, 'identity'),
      origin: identityServer.origin,
      authority: pki.authority,
      lifetimes: live.lifetimes,
      style: live.tokenResponse,
      rotateRefreshTokens: options.rotateRefreshTokens ?? true,
      onTokenRequest: live.onTokenRequest,
    });
    identityServer.serve(identity.handler);
    webApi.serve(
      createWebApi({
        authority: pki.authority.certificate,
        machines,
        work: await openWork({ folder: join(folder, 'work'), machines }),
        acceptsToken: identity.acceptsToken,
        refusalStatus: options.refusalStatus ?? 403,
        onStatus: live.onStatus,
      }),
    );
    genai.serve(
      createGenai({
        keys,
        pace: () => live.pace,
        timeoutMs: options.requestTimeoutMs ?? 600_000,
        onCompletion: live.onCompletion,
        onRequest: (request) => {
          for (const listener of live.completionListeners) listener(request);
        },
      }),
    );
    const portal = await servePortal({ folder, keys, ports: ports.portal });
    servers.push(portal);
    await rememberPorts(folder, {
      webApi: webApi.port,
      identity: identityServer.port,
      genai: genai.port,
      portal: portal.port,
    });
    return {
      webApiUrl: webApi.origin,
      authUrl: identityServer.origin,
      genaiUrl: genai.origin,
      authorityPem,
      p12Path: pki.userP12Path,
      p12Passphrase: pki.userP12Passphrase,
      apiKey: keys.of(apiKeyProject) ?? '',
      apiKeyProject,
      portalKeysUrl: portal.keysUrl,
      initialAccessToken: identity.initialAccessToken,
      registrationEndpoint: identity.registrationEndpoint,
      oauthClient: identity.appClient,
      inspect: createInspect(live, {
        identity,
        machines,
        keys,
        authority: pki.authority,
        apiKeyProject,
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the ports to try for each service: the requested one, then that of the last start, then some random ones. */
async function candidatePorts(
  folder: string,
  asked: DemoPorts,
): Promise<Record<keyof DemoPorts, readonly number[]>> {
  const stored = await readJsonFile(portsPath(folder));
  const candidates = (name: keyof DemoPorts): readonly number[] => {
    const last = isRecord(stored) ? stored[name] : undefined;
    const wanted = [asked[name], last].filter(
      (port): port is number => typeof port === 'number' && port > 0,
    );
    return [...wanted, ...Array.from({ length: 5 }, quietPort)];
  };
  return {
    webApi: candidates('webApi'),
    identity: candidates('identity'),
    genai: candidates('genai'),
    portal: candidates('portal'),
  };
}

/**
 * Returns a port below the range for outgoing connections (from 32768 on Linux, 49152 elsewhere): one from that range
 * would often be in use at the next start.
 */
function quietPort(): number {
  return randomInt(20_000, 32_768);
}

function rememberPorts(folder: string, ports: Required<DemoPorts>): Promise<void> {
  return writePrivateFile(portsPath(folder), `${JSON.stringify(ports)}\n`);
}

function portsPath(folder: string): string {
  return join(folder, 'ports.json');
}
