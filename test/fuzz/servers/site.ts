import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { hasOpenssl, makePki, type Pki } from '../../support/worlds/pki.ts';

/** Who runs the servers that the app trusts: an authority of its own, and the key that its packages are signed with. */
export interface Site {
  /** Null where there is no `openssl` command. */
  readonly pki: Pki | null;
  readonly signing: { readonly key: KeyObject; readonly pem: string; readonly hash: string };
}

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: hostile answers over TLS (no openssl command)');

/** Whether there can be servers of TLS. */
export const hasTls = openssl;

export async function makeSite(folder: string): Promise<Site> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    pki: openssl ? await makePki(folder) : null,
    signing: {
      key: privateKey,
      pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      hash: createHash('sha256').update(der).digest('hex'),
    },
  };
}
