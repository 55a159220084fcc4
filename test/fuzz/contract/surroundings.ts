import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openPki } from '../../../main/demo/pki/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import {
  back,
  type HostileProvider,
  hostileClient,
  startHostileProvider,
} from '../../support/servers/hostile-provider.ts';

/** What is there before an app starts, without which some of its calls have nothing to answer. */
export interface Surroundings {
  readonly dataFolder: string;
  /** A policy that names a system and trusts the site's server, and locks nothing. */
  readonly policyFile: string;
  /** What the app's environment has. */
  readonly environment: { readonly OPENAI_API_KEY: string };
  /** A folder of packages, as `updates.set` takes it. */
  readonly feed: string;
  readonly provider: HostileProvider & { readonly client: typeof hostileClient };
  /** A new folder outside of the data folder. */
  folder(): string;
}

export async function startSurroundings(): Promise<Surroundings> {
  const around = testFolder();
  const { authority } = await openPki(join(around, 'pki'));
  const server = await authority.issue({ commonName: 'localhost', purpose: 'server' });
  const feed = await startSite(server);
  const policyFile = join(around, 'policy.json');
  const policy = {
    format: 'compute-desk-policy',
    version: 1,
    systems: [{ name: 'Centre', webApi: 'https://api.example.org/status/' }],
    authorities: [authority.pem],
    texts: { en: 'Ask the help desk.' },
  };
  writeFileSync(policyFile, JSON.stringify(policy), { mode: 0o600 });
  const provider = await startHostileProvider({ authorize: (context) => back(context, {}) });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  let folders = 0;
  return {
    dataFolder: join(around, 'data'),
    policyFile,
    environment: { OPENAI_API_KEY: 'sk-of-the-environment-0123' },
    feed,
    provider: Object.assign(provider, { client: hostileClient }),
    folder() {
      folders += 1;
      const folder = join(around, `folder-${folders}`);
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
  };
}

/** A folder of packages over TLS, its list signed as `npm run package` does. */
async function startSite(server: { readonly keyPem: string; readonly certificatePem: string }) {
  const bytes = Buffer.from('a package');
  const names = ['compute-desk-web-9.0.0.tar.gz', 'compute-desk-9.0.0-x86_64.AppImage'];
  const described = Buffer.from(
    JSON.stringify({
      format: 'compute-desk-update',
      version: 1,
      release: '9.0.0',
      changes: { en: 'Faster.', ja: '速くなりました。' },
      files: names.map((name) => ({ name, size: bytes.byteLength })),
    }),
  );
  const sha256 = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
  const listed = names.map((name) => `${sha256(bytes)}  ${name}\n`).join('');
  const sums = Buffer.from(`${listed}${sha256(described)}  update.json\n`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files: Readonly<Record<string, string | Uint8Array>> = {
    ...Object.fromEntries(names.map((name) => [`/${name}`, bytes])),
    '/update.json': described,
    '/SHA256SUMS': sums,
    '/SHA256SUMS.sig': sign(null, sums, privateKey),
    '/SHA256SUMS.pem': publicKey.export({ type: 'spki', format: 'pem' }),
  };
  const site = createServer(
    { key: server.keyPem, cert: server.certificatePem },
    (request, response) => {
      const found = files[request.url ?? ''];
      response.writeHead(found === undefined ? 404 : 200).end(found);
    },
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  const { port } = site.address() as AddressInfo;
  const key = sha256(publicKey.export({ type: 'spki', format: 'der' }));
  return `https://127.0.0.1:${port}/#sha256=${key}`;
}
