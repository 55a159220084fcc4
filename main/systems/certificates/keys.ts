import { certificateFileName } from '../../../common/texts/certificate-file.ts';
import type { TlsIdentity } from '../../base/network/index.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/index.ts';
import { privateKeyPem } from '../../base/x509/pem.ts';
import type { Collection } from './collection.ts';
import type { ReaderWorker } from './reader-worker.ts';
import { keyName, type StoredCertificate } from './store.ts';

/** A file with a private key. */
interface KeyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly secret: true;
}

interface ExportOptions {
  /** The user's confirmation, because the key leaves the app. */
  readonly confirmation?: string | undefined;
  /** Whether to include certificates from the same file that are not in the chain. */
  readonly withOthers?: boolean | undefined;
}

/** The private keys of the imported certificates, taken from the vault for one use each. */
export interface PrivateKeys {
  /** Returns the TLS identity of a certificate. @throws AppError `not-found`, `vault-locked` */
  identity(id: string): Promise<TlsIdentity>;
  /**
   * Returns PEM of leaf, chain and key, as `curl --cert` takes it; a passphrase encrypts the key.
   * @throws AppError as `Vault.requirePassphrase`, `not-found`, `vault-locked`
   */
  pemFile(id: string, passphrase: string | null, options: ExportOptions): Promise<KeyFile>;
  /** Returns a modern `.p12` (PBES2 with AES-256, SHA-256) for current software; throws as `pemFile`. */
  p12File(id: string, passphrase: string, options: ExportOptions): Promise<KeyFile>;
  /** Removes the key from the vault, overwriting it. */
  remove(certificate: StoredCertificate): Promise<void>;
}

export function createPrivateKeys(deps: {
  readonly collection: Collection;
  readonly vault: Vault;
  readonly worker: Pick<ReaderWorker, 'request'>;
}): PrivateKeys {
  const { collection, vault, worker } = deps;

  /** Takes the key out of the vault for one use, then overwrites it. */
  const withKey = async <T>(id: string, use: (key: Uint8Array) => Promise<T>): Promise<T> => {
    const stored = collection.find(id);
    const key = await vault.get(keyName(id, stored.leaf.description.sha256), scopeIn(stored));
    try {
      return await use(key);
    } finally {
      key.fill(0);
    }
  };
  /** A key leaves the app only with the user's confirmation. @throws AppError as `Vault.requirePassphrase` */
  const requirePassphrase = (id: string, confirmation: string | undefined): void => {
    if (scopeIn(collection.find(id)) === 'user') vault.requirePassphrase(confirmation);
  };
  const certificatesToExport = (id: string, { withOthers = false }: ExportOptions): string[] => {
    const { leaf, chain, others } = collection.find(id);
    return [leaf, ...chain, ...(withOthers ? others : [])].map(({ pem }) => pem);
  };
  // Calls need it as it is: none of them waits for a worker.
  const plainKey = (id: string): Promise<string> => withKey(id, async (key) => privateKeyPem(key));
  const encryptedKey = async (id: string, passphrase: string): Promise<string> => {
    const { pem } = await withKey(id, (key) => worker.request('keyPem', { key, passphrase }));
    return pem;
  };

  return {
    async identity(id) {
      const { leaf, chain } = collection.find(id);
      const pem = await plainKey(id);
      return {
        name: leaf.description.sha256,
        // Servers have their own root (RFC 8446, section 4.4.2).
        certificatePem: [leaf, ...chain.filter(({ description }) => !description.selfSigned)]
          .map((one) => withNewline(one.pem))
          .join(''),
        privateKeyPem: pem,
        notAfter: leaf.description.notAfter,
      };
    },
    async pemFile(id, passphrase, options) {
      requirePassphrase(id, options.confirmation);
      const { name } = collection.find(id);
      const pem = await (passphrase === null ? plainKey(id) : encryptedKey(id, passphrase));
      const text = [...certificatesToExport(id, options), pem].map(withNewline).join('');
      return { name: `${certificateFileName(name)}.pem`, bytes: Buffer.from(text), secret: true };
    },
    async p12File(id, passphrase, options) {
      requirePassphrase(id, options.confirmation);
      const { name } = collection.find(id);
      const certificates = certificatesToExport(id, options);
      const { bytes } = await withKey(id, (key) =>
        worker.request('pkcs12', { key, certificates, friendlyName: name, passphrase }),
      );
      return { name: `${certificateFileName(name)}.p12`, bytes, secret: true };
    },
    remove: ({ id, leaf }) => vault.remove(keyName(id, leaf.description.sha256)),
  };
}

const scopeIn = ({ protection }: StoredCertificate): SecretScope =>
  protection === 'demo' ? 'demo' : 'user';

function withNewline(pem: string): string {
  return pem.endsWith('\n') ? pem : `${pem}\n`;
}
