import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx, type Nginx, startNginx } from '../../support/servers/nginx.ts';
import {
  squid,
  startSquid,
  startTinyproxy,
  tinyproxy,
} from '../../support/servers/real-proxies.ts';
import { type Connection, diagnosis, examined } from '../../support/worlds/doctor.ts';
import { doctorPlace } from '../../support/worlds/doctor-place.ts';
import { hasOpenssl, identityOf, issueServer } from '../../support/worlds/pki.ts';

const isThere = (await hasOpenssl()) && (await findNginx()) !== null;
if (!isThere) console.log('skipped: the doctor at real proxies (no openssl or no nginx)');
if (tinyproxy === undefined) console.log('skipped: the doctor at tinyproxy (not installed)');
if (squid === undefined) console.log('skipped: the doctor at squid (not installed)');

const user = { name: 'taro', password: 'proxy-pass-0123' };
const name = 'system.example';

describe.skipIf(!isThere)('the doctor behind', () => {
  const place = doctorPlace();
  const { cleanUps } = place;
  let nginx: Nginx;
  let address: string;

  beforeAll(async () => {
    const { dir, pki } = place;
    // squid gives root up, and has to come by here
    await chmod(dir, 0o755);
    const server = await issueServer(pki, 'by-proxy', { names: `DNS:${name}` });
    nginx = await startNginx({ pki, dir: join(dir, 'nginx'), server });
    address = nginx.baseUrl.replace('localhost', name);
  });
  afterAll(() => nginx.stop());

  const through = (host: string, who: typeof user | null): Connection => ({
    ...{ service: 'webApi', address, identity: identityOf(place.pki.users.good) },
    system: { authorities: place.ours() },
    env: { HTTPS_PROXY: `http://${who === null ? '' : `${who.name}:${who.password}@`}${host}` },
  });
  const wrong = { ...user, password: 'another' };

  test.skipIf(tinyproxy === undefined)(
    'tinyproxy: a password that is missing or wrong, and a host that it cannot reach',
    async () => {
      const proxy = await startTinyproxy(join(place.dir, 'tinyproxy'), user);
      cleanUps.push(() => proxy.stop());
      for (const who of [null, wrong]) {
        const result = await examined(place.database, through(proxy.host, who));
        expect(diagnosis(result)).toEqual({
          proxy:
            who === null ? 'proxy-sign-in' : expect.stringMatching(/^proxy-(sign-in|refuses)$/),
        });
        expect(JSON.stringify(result)).not.toContain(wrong.password);
      }
      const result = await examined(place.database, through(proxy.host, user));
      expect(diagnosis(result)).toEqual({ proxy: 'proxy-refuses' });
      expect(JSON.stringify(result)).not.toContain(user.password);
    },
  );

  test.skipIf(squid === undefined)(
    'squid: a password that is missing, and a certificate that is shown through it',
    async () => {
      const proxy = await startSquid(join(place.dir, 'squid'), user, [`127.0.0.1 ${name}`]);
      cleanUps.push(() => proxy.stop());
      const refused = await examined(place.database, through(proxy.host, null));
      expect(diagnosis(refused)).toEqual({ proxy: 'proxy-sign-in' });

      const result = await examined(place.database, through(proxy.host, user));
      expect(diagnosis(result)).toEqual({});
      expect(result.steps.map(({ state }) => state)).not.toContain('skipped');
      const codes = result.steps.map(({ verdict }) => verdict?.kind === 'fine' && verdict.code);
      expect(codes).toEqual([
        ...['address', 'proxy-used', 'lookup-by-proxy', 'connect-by-proxy', 'tls'],
        ...['trust-system-settings', 'certificate-shown', 'http', 'clock'],
      ]);
      expect(JSON.stringify(result)).not.toContain(user.password);
    },
  );
});
