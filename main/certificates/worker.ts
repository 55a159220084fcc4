import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import { serveWorker } from '../workers/serve.ts';
import {
  type CertificateEntry,
  describeCertificate,
  type FailureOutcome,
  readCertificateFile,
} from './reader/index.ts';
import type { CertificateMethods, DescribedCertificate } from './worker-methods.ts';
import { encryptedPrivateKeyPem, privateKeyPem } from './writer/index.ts';

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
  async read({ bytes, passphrase }, { signal, progress }) {
    const result = await readCertificateFile(bytes, passphrase, { signal, onProgress: progress });
    if (result.outcome !== 'ok') {
      throw new AppError(codes[result.outcome], { details: result.details });
    }
    return {
      leaf: describe(result.leaf),
      chain: result.chain.map(describe),
      strays: result.strays.map(describe),
      key: result.privateKeyPkcs8,
      keyType: result.keyType,
      proposedName: result.proposedName,
      warnings: result.warnings,
    };
  },
  async keyPem({ key, passphrase }) {
    const pem =
      passphrase === null ? privateKeyPem(key) : await encryptedPrivateKeyPem(key, passphrase);
    key.fill(0);
    return { pem };
  },
});
