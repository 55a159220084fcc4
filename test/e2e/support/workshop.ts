import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder where the `openssl` command makes keys and certificates. */
export type Workshop = ReturnType<typeof openWorkshop>;

const recipes = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'rsa-1024': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  secp256k1: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  x25519: ['-algorithm', 'X25519'],
} as const;

export function openWorkshop(folder: string) {
  mkdirSync(folder, { recursive: true });
  const path = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(path(name), 'utf8');
  const openssl = (args: readonly string[]): void => {
    execFileSync('openssl', args, { stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  };
  return {
    path,
    read,
    openssl,
    /** Writes a file of these parts, one after the other; gives its path. */
    write(name: string, ...parts: (string | Uint8Array)[]): string {
      writeFileSync(path(name), Buffer.concat(parts.map((part) => Buffer.from(part))));
      return path(name);
    },
    /** Makes `<name>.key`; gives its PEM. */
    key(name: string, recipe: keyof typeof recipes): string {
      openssl(['genpkey', ...recipes[recipe], '-out', path(`${name}.key`)]);
      return read(`${name}.key`);
    },
    /** Makes `<name>.crt`, self-signed with the key of that name; gives its PEM. */
    selfSigned(name: string, key: string, extensions: readonly string[]): string {
      openssl([
        ...['req', '-x509', '-new', '-key', path(`${key}.key`), '-out', path(`${name}.crt`)],
        ...['-subj', `/C=JP/O=Example/CN=${name}`, '-days', '365'],
        ...extensions.flatMap((extension) => ['-addext', extension]),
      ]);
      return read(`${name}.crt`);
    },
    /** Makes `<name>.crt` for `taro.key`, issued by `authority`; gives its PEM. */
    issued(name: string, authority: string, more: readonly string[] = []): string {
      openssl([
        ...['req', '-new', '-key', path('taro.key'), '-subj', `/C=JP/O=Example/CN=${name}`],
        ...['-out', path(`${name}.csr`)],
      ]);
      openssl([
        ...['x509', '-req', '-in', path(`${name}.csr`), '-out', path(`${name}.crt`)],
        ...['-CA', path(`${authority}.crt`), '-CAkey', path(`${authority}.key`)],
        ...['-CAcreateserial', '-CAserial', path(`${name}.srl`), '-days', '365', ...more],
      ]);
      return read(`${name}.crt`);
    },
    /** Makes `<name>` of `taro.key` and `taro.crt`; gives its path. */
    pkcs12(name: string, passphrase: string, more: readonly string[] = []): string {
      openssl([
        ...['pkcs12', '-export', '-inkey', path('taro.key'), '-in', path('taro.crt')],
        ...['-passout', `pass:${passphrase}`, '-out', path(name), ...more],
      ]);
      return path(name);
    },
  };
}
