/** What is accepted as an authority is trusted by whatever connects, and by curl; what cannot work is refused. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { readNewAuthorities, readTrustAnchors } from '../../../../main/base/x509/authorities.ts';
import { hasTrustedChain } from '../../../../main/hosts/electron/sign-in/trust.ts';
import { testNetwork } from '../../../support/worlds/network.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;
if (!openssl) console.log('skipped: what is accepted as an authority (no openssl command)');
const hasCurl = spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout?.includes('OpenSSL');
if (hasCurl !== true) console.log('skipped: the same with curl (no curl with OpenSSL)');

const server = 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth';
const authority = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign';

describe.skipIf(!openssl)('an authority that was accepted', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const pem = (name: string) => readFileSync(at(`${name}.crt`), 'utf8');

  /** `by`: whose key signs it; its own where that is its own name. */
  function issue(name: string, by: string, extensions: string | null, days = 30) {
    const subject = extensions?.includes('subjectAltName') ? 'localhost' : name;
    run(
      'genpkey',
      '-algorithm',
      'EC',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-out',
      `${name}.key`,
    );
    run(
      'req',
      '-new',
      '-key',
      `${name}.key`,
      '-subj',
      `/O=Site/CN=${subject}`,
      '-out',
      `${name}.csr`,
    );
    const signer =
      by === name ? ['-signkey', `${name}.key`] : ['-CA', `${by}.crt`, '-CAkey', `${by}.key`];
    const serial = by === name ? [] : ['-CAcreateserial'];
    if (extensions !== null) writeFileSync(at(`${name}.ext`), extensions);
    const extended = extensions === null ? [] : ['-extfile', `${name}.ext`];
    run(
      ...['x509', '-req', '-in', `${name}.csr`, ...signer, ...serial, ...extended],
      ...['-days', String(days), '-out', `${name}.crt`],
    );
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'anchors-'));
    issue('root', 'root', authority);
    issue('issuing', 'root', authority);
    issue('leaf', 'issuing', server);
    issue('old', 'old', null);
    issue('leafOfOld', 'old', server);
    issue(
      'self',
      'self',
      `basicConstraints=critical,CA:FALSE\nkeyUsage=digitalSignature\n${server}`,
    );
    issue('bare', 'bare', server);
    issue('mail', 'root', `${authority}\nextendedKeyUsage=emailProtection`);
    issue('expired', 'expired', authority, -1);
    issue('limited', 'root', `${authority}\nnameConstraints=critical,permitted;DNS:example.org`);
    issue('leafOfLimited', 'limited', server);
    run('crl2pkcs7', '-nocrl', '-certfile', 'root.crt', '-outform', 'DER', '-out', 'root.p7b');
    run('crl2pkcs7', '-nocrl', '-certfile', 'root.crt', '-out', 'root.p7b.pem');
    run(
      'x509',
      '-in',
      'root.crt',
      '-trustout',
      '-addtrust',
      'serverAuth',
      '-out',
      'root.trust.pem',
    );
    run('x509', '-in', 'root.crt', '-outform', 'DER', '-out', 'root.der');
    writeFileSync(at('root.json.pem'), JSON.stringify(pem('root')));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The certificate that a server shows, what else it sends, and the file that the user adds. */
  const cases: Record<string, [leaf: string, sent: string[], file: string]> = {
    root: ['leaf', ['issuing'], 'root.crt'],
    'issuing alone': ['leaf', ['issuing'], 'issuing.crt'],
    'issuing alone, the server’s root after it': ['leaf', ['issuing', 'root'], 'issuing.crt'],
    'issuing alone, which the server leaves out': ['leaf', [], 'issuing.crt'],
    'version 1': ['leafOfOld', [], 'old.crt'],
    'a server’s own, CA:FALSE': ['self', [], 'self.crt'],
    'a server’s own that says nothing': ['bare', [], 'bare.crt'],
    '.p7b': ['leaf', ['issuing'], 'root.p7b'],
    '.p7b as PEM': ['leaf', ['issuing'], 'root.p7b.pem'],
    'TRUSTED CERTIFICATE': ['leaf', ['issuing'], 'root.trust.pem'],
    DER: ['leaf', ['issuing'], 'root.der'],
    'with line ends spelt out': ['leaf', ['issuing'], 'root.json.pem'],
  };

  async function serve(leaf: string, sent: string[]) {
    const cert = [leaf, ...sent].map(pem).join('');
    const https = createServer({ key: readFileSync(at(`${leaf}.key`)), cert }, (_, answer) =>
      answer.end('ok'),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void https.close());
    await once(https, 'listening');
    return (https.address() as AddressInfo).port;
  }

  async function trusts(leaf: string, sent: string[], authorities: string[]) {
    const port = await serve(leaf, sent);
    const url = `https://localhost:${port}/`;
    const network = testNetwork({ env: {} });
    const site = { authorities, proxy: null, isFixed: false };
    const ofSite = testNetwork({ env: {}, site });
    onTestFinished(async () => void (await Promise.all([network.close(), ofSite.close()])));
    const ok = (asked: Promise<unknown>) =>
      asked.then(
        () => true,
        (error) => error.code,
      );
    const chain = [leaf, ...sent].map((name) => new X509Certificate(pem(name)));
    const { trustedBy } = await network.examiner.shake(new URL(url), {
      ...{ address: '127.0.0.1', connection: defaultConnection(authorities), identity: null },
      signal: AbortSignal.timeout(60_000),
    });
    const roots = authorities.map((one) => new X509Certificate(one));
    return {
      request: await ok(network.request({ url, authorities })),
      site: await ok(ofSite.request({ url })),
      doctor: trustedBy,
      window: hasTrustedChain(roots, { hostname: 'localhost', chain, at: new Date() }),
      ...(hasCurl === true && { curl: await curl(url, authorities) }),
    };
  }

  async function curl(url: string, authorities: string[]) {
    writeFileSync(at('added.pem'), authorities.join(''));
    const args = ['-sS', '--noproxy', '*', '--cacert', at('added.pem'), url];
    return promisify(execFile)('curl', args).then(
      ({ stdout }) => stdout === 'ok',
      () => false,
    );
  }

  test.each(Object.keys(cases))('is trusted by all alike: %s', async (name) => {
    const [leaf, sent, file] = cases[name] ?? ['', [], ''];
    const added = readNewAuthorities(readFileSync(at(file)), new Date());
    expect(added).toHaveLength(1);
    const authorities = added.map((one) => one.pem);
    expect(await trusts(leaf, sent, authorities)).toEqual({
      ...{ request: true, site: true, doctor: 'system-settings', window: true },
      ...(hasCurl === true && { curl: true }),
    });
  });

  test('vouches for nothing beyond what it may issue', async () => {
    const self = await trusts('leaf', ['issuing'], [pem('self')]);
    expect(self).toMatchObject({ request: 'tls-server-not-trusted', doctor: null, window: false });
    const limited = await trusts('leafOfLimited', ['limited'], [pem('limited')]);
    expect(limited).toMatchObject({ request: 'tls-server-not-trusted', window: false });
    const leaf = await trusts('leaf', ['issuing'], [pem('old')]);
    expect(leaf).toMatchObject({ request: 'tls-server-not-trusted', doctor: null, window: false });
  });

  test('one that cannot work is refused when it is added, with the reason', () => {
    const refused = (name: string) => {
      try {
        readNewAuthorities(readFileSync(at(`${name}.crt`)), new Date());
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(refused('leaf')).toMatchObject({ code: 'certificate-not-an-authority' });
    expect(refused('mail')).toMatchObject({ code: 'authority-not-for-servers' });
    expect(refused('expired')).toMatchObject({
      ...{ code: 'authority-expired', details: { name: 'expired' } },
    });
    // A site's policy and a system's file stay readable when what they name expires.
    expect(readTrustAnchors([readFileSync(at('expired.crt'))])).toHaveLength(1);
    const together = Buffer.from(pem('leaf') + pem('mail') + pem('expired') + pem('root'));
    expect(readNewAuthorities(together, new Date())).toHaveLength(1);
  });
});
