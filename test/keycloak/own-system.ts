import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { testFolder } from '../support/files/folder.ts';
import { startNginx } from '../support/servers/nginx.ts';
import type { OwnSystem } from '../tour/own-system.ts';
import type { Keycloak } from './keycloak.ts';

const genaiProgram = fileURLToPath(new URL('genai-process.ts', import.meta.url));
const clientId = 'my-desk';

/**
 * A compute system with an authority of its own: nginx with mutual TLS before its Web API, Keycloak, and a service of
 * generative AI, each a process of its own. nginx asks Keycloak of every token that comes along. Gone with the test.
 */
export async function startOwnSystem(keycloak: Keycloak): Promise<OwnSystem> {
  const folder = testFolder();
  const { authorities, server, users, issuer, admin } = keycloak;
  const nginx = await startNginx({
    pki: { servers: { good: server }, authorities },
    dir: join(folder, 'nginx'),
    machines: [{ machine: 'node-01', status: 'OK' }],
    status: 'auth_request /token; rewrite ^ /status.json break;',
    places: `location = /token {
      internal;
      if ($http_authorization = "") { return 204; }
      proxy_pass ${issuer.replace('localhost', '127.0.0.1')}/protocol/openid-connect/userinfo;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header Host "${new URL(issuer).host}";
      proxy_ssl_name localhost;
      proxy_ssl_verify on;
      proxy_ssl_trusted_certificate "${authorities.server.certificateFile}";
    }`,
  });
  onTestFinished(() => nginx.stop());
  const genai = await startGenaiProcess(folder, keycloak);
  return {
    machine: 'node-01',
    webApi: ` ${nginx.baseUrl}/status/ `,
    identityProvider: `${issuer}/.well-known/openid-configuration`,
    genai: `https://localhost:${genai.port}/v1/chat/completions`,
    authorityFile: authorities.server.certificateFile,
    user: users.manager,
    apiKey: genai.apiKey,
    async register(redirectUrl) {
      const clientSecret = 'issued-by-the-portal';
      const [former] = (await admin.call('GET', `/realms/op/clients?clientId=${clientId}`)) as {
        id: string;
      }[];
      if (former !== undefined) await admin.call('DELETE', `/realms/op/clients/${former.id}`);
      await admin.call('POST', '/realms/op/clients', {
        clientId,
        secret: clientSecret,
        redirectUris: [redirectUrl],
        fullScopeAllowed: true,
      });
      return { clientId, clientSecret };
    },
  };
}

async function startGenaiProcess(folder: string, { server, authorities }: Keycloak) {
  const child = spawn(
    process.execPath,
    [
      ...[genaiProgram, folder, server.certificateFile, server.keyFile],
      authorities.server.certificateFile,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  });
  const [said] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ])) as [string];
  return JSON.parse(said) as { readonly port: number; readonly apiKey: string };
}
