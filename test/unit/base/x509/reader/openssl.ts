/** The `openssl` command as an independent writer and reader of certificate files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const version = spawnSync('openssl', ['version'], { encoding: 'utf8' });
export const hasOpenssl = version.status === 0 && version.stdout.startsWith('OpenSSL 3');
if (!hasOpenssl) console.log('skipped: no openssl 3 command, so no independent reader and writer');

/** A folder of its own that is removed in the end. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'p12-test-'));

  file(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.file(name), content);
    return this.file(name);
  }

  read(name: string): Buffer {
    return readFileSync(this.file(name));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** UTF-8, or OpenSSL widens each octet of a passphrase. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

export function openssl(...args: string[]): Buffer {
  return execFileSync('openssl', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Output for input on stdin. */
export function opensslFilter(args: readonly string[], input: Uint8Array): Buffer {
  return execFileSync('openssl', args, { env, input, stdio: ['pipe', 'pipe', 'pipe'] });
}

export const keyRecipes = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'rsa-pss': ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'ec:P-224': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp224r1'],
  'ec:P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'ec:P-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'ec:P-521': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  'ec:secp256k1': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  'ec:brainpoolP384r1': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP384r1'],
  // A curve without a name here, nor with arithmetic: the key says its own public point.
  'ec:1.3.132.0.8': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp160r1'],
  ed25519: ['-algorithm', 'ED25519'],
  ed448: ['-algorithm', 'ED448'],
} as const;

export type RecipeName = keyof typeof keyRecipes | 'dsa';

/** Makes `<name>.key` (PKCS#8) and a self-signed `<name>.crt` in the folder. */
export function makePair(folder: Folder, type: RecipeName, name: string): void {
  const key = folder.file(`${name}.key`);
  if (type === 'dsa') {
    const params = folder.file(`${name}.params`);
    const size = ['-pkeyopt', 'dsa_paramgen_bits:2048', '-pkeyopt', 'dsa_paramgen_q_bits:224'];
    openssl('genpkey', '-genparam', '-algorithm', 'DSA', ...size, '-out', params);
    openssl('genpkey', '-paramfile', params, '-out', key);
  } else {
    openssl('genpkey', ...keyRecipes[type], '-out', key);
  }
  const subject = `/C=JP/O=Example/CN=${name}`;
  const out = folder.file(`${name}.crt`);
  openssl('req', '-x509', '-new', '-key', key, '-subj', subject, '-days', '90', '-out', out);
}

/** DER of a PEM certificate or key. */
export function derOf(pem: string | Uint8Array): Uint8Array {
  const text = Buffer.from(pem).toString('latin1');
  const body = /-----BEGIN [A-Z ]+-----([^-]+)-----END/.exec(text)?.[1] ?? '';
  return Uint8Array.from(Buffer.from(body, 'base64'));
}
