import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import { serveWorker } from '../../base/workers/serve.ts';
import {
  type CertificateEntry,
  describeCertificate,
  type FailureOutcome,
  readCertificateFile,
} from '../../base/x509/reader/index.ts';
import { derOfPem, encryptedPrivateKeyPem, writePkcs12 } from '../../base/x509/writer/index.ts';
import { runtime } from './runtime.ts';
import type { CertificateMethods, DescribedCertificate } from './worker-methods.ts';

const codes: Record<FailureOutcome, ErrorCode> = {
  'wrong-password': 'certificate-wrong-password',
  unsupported: 'certificate-unsupported',
  malformed: 'certificate-malformed',
  'no-key': 'certificate-no-key',
  'no-certificate': 'certificate-no-certificate',
  'not-a-certificate': 'certificate-not-a-certificate',
  'too-large': 'certificate-too-large',
  'too-slow': 'certificate-too-slow',
};

function describe({ der, pem }: CertificateEntry): DescribedCertificate {
  return { pem, description: describeCertificate(der) };
}

serveWorker<CertificateMethods>({
  async read({ bytes, passphrase, secondFile, keyIndex, now }, { signal, progress }) {
    const result = await readCertificateFile(bytes, passphrase, {
      signal,
      onProgress: progress,
      now,
      runtime,
      ...(secondFile === undefined ? {} : { secondFile }),
      ...(keyIndex === undefined ? {} : { keyIndex }),
    });
    if (result.outcome !== 'ok') {
      throw new AppError(codes[result.outcome], { details: result.details });
    }
    return {
      leaf: describe(result.leaf),
      chain: result.chain.map(describe),
      strays: result.strays.map(describe),
      key: result.privateKeyPkcs8,
      keyType: result.keyType,
      keys: result.keys,
      keyIndex: result.keyIndex,
      proposedName: result.proposedName,
      warnings: result.warnings,
    };
  },
  async keyPem({ key, passphrase }) {
    const pem = await encryptedPrivateKeyPem(key, passphrase);
    key.fill(0);
    return { pem };
  },
  async pkcs12({ key, certificates, friendlyName, passphrase }) {
    const bytes = await writePkcs12({
      keyPkcs8: key,
      certificates: certificates.map(derOfPem),
      friendlyName,
      password: passphrase,
    });
    key.fill(0);
    return { bytes };
  },
});
