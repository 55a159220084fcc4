import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Nginx, startNginx } from '../support/nginx.ts';
import type { OwnSystem } from '../tour/own-system.ts';
import type { KeycloakFacts } from './keycloak.ts';

const genaiService = fileURLToPath(new URL('./genai-service.ts', import.meta.url));
const machines = [
  { machine: 'fugaku', status: 'OK' },
  { machine: 'prepost', status: 'NG' },
];

/**
 * A site of nginx (mutual TLS before the Web API), Keycloak and the demo's generative AI, each a process of its own
 * under one authority that no computer knows. Gone with the test, Keycloak aside.
 * @param folder Of the test; made
 */
export async function startOwnSystem(keycloak: KeycloakFacts, folder: string): Promise<OwnSystem> {
  const { authorities, server, users, clients } = keycloak;
  await mkdir(folder, { recursive: true });
  const genai = await startGenai(keycloak, folder);

  let nginx: Nginx | null = null;
  let starts = 0;
  const stop = async (): Promise<void> => {
    await nginx?.stop();
    nginx = null;
  };
  const start = async (pair: KeycloakFacts['server'], port?: number): Promise<Nginx> => {
    starts += 1;
    nginx = await startNginx({
      ...{ pki: { authorities, servers: { good: server } }, server: pair, machines },
      ...{ dir: join(folder, `nginx-${starts}`), ...(port !== undefined && { port }) },
    });
    return nginx;
  };
  onTestFinished(stop);
  const { baseUrl, port } = await start(server);
  const { clientId, secret } = clients.rotating;
  return {
    webApiUrl: baseUrl,
    accountPage: `${keycloak.issuer}/account/`,
    genaiUrl: genai.url,
    apiKey: genai.apiKey,
    authorityFile: authorities.server.certificateFile,
    user: users.manager,
    client: { clientId, secret },
    machine: 'fugaku',
    async setWebApi(state) {
      await stop();
      if (state === 'stopped') return;
      await start(state === 'well' ? server : keycloak.foreignServer, port);
    },
  };
}

/** @returns Its address, and a key of a project */
async function startGenai(
  { authorities, server }: KeycloakFacts,
  folder: string,
): Promise<{ readonly url: string; readonly apiKey: string }> {
  const files = [server.certificateFile, server.keyFile, authorities.server.certificateFile];
  const child = spawn(process.execPath, [genaiService, folder, ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const told = once(createInterface({ input: child.stdout }), 'line');
  const [line] = (await Promise.race([
    told,
    once(child, 'exit').then(([code]) => {
      throw new Error(`the generative AI service ended with ${code}`);
    }),
  ])) as [string];
  return JSON.parse(line) as { url: string; apiKey: string };
}

/** The file that the site would hand out to its users. @returns Its path */
export async function writeSystemFile(
  { webApiUrl, accountPage, genaiUrl }: OwnSystem,
  { authorities }: KeycloakFacts,
  folder: string,
): Promise<string> {
  const path = join(folder, 'Test site.computedesk');
  const file = {
    ...{ format: 'compute-desk-system', version: 1, name: 'Alpha', webApi: webApiUrl },
    ...{ identityProvider: accountPage.replace('/account/', ''), genai: genaiUrl },
    ...{ authorities: [authorities.server.pem], texts: { en: 'The help desk is extension 1234.' } },
  };
  await writeFile(path, JSON.stringify(file));
  return path;
}
