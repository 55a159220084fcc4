import type { CertificateCheck } from '../../../preload/contract/systems/certificates.ts';
import { checkCertificate, type ReadWarning } from '../../base/x509/reader/index.ts';
import { keyLabel } from './key-label.ts';
import { runtime } from './runtime.ts';
import type { FileContents } from './worker-methods.ts';

/** Reader warnings worth a sentence; stray certificates and several keys are listed separately. */
const ofFile: Partial<Record<ReadWarning, CertificateCheck>> = {
  'no-mac': { code: 'no-integrity', severity: 'note' },
  'key-not-encrypted': { code: 'key-not-encrypted', severity: 'note' },
  'weak-encryption': { code: 'weak-encryption', severity: 'note' },
  'nonstandard-passphrase-encoding': {
    code: 'nonstandard-passphrase-encoding',
    severity: 'note',
  },
};

/** Details that a finding's sentence names. */
const detailNames = ['usages', 'issuer', 'subject', 'hash'];

/** Returns the current findings about a certificate, errors first. */
export function findings(
  { leaf, chain, warnings }: Pick<FileContents, 'leaf' | 'chain' | 'warnings'>,
  now: Date,
): CertificateCheck[] {
  const certificateFindings = checkCertificate(
    leaf.description,
    chain.map(({ description }) => description),
    now.getTime(),
    runtime,
  ).map(({ code, severity, details }): CertificateCheck => {
    const aboutKey = details.keyType !== undefined;
    const detail = aboutKey
      ? keyLabel(leaf.description.keyType, leaf.description.keyBits)
      : detailNames.map((name) => details[name]).find((value) => value !== undefined);
    return {
      code: code === 'key-unusable-for-tls' ? 'key-unusable-here' : code,
      severity,
      ...(typeof details.days === 'number'
        ? { days: details.days, until: leaf.description.notAfter }
        : {}),
      ...(detail === undefined ? {} : { detail: String(detail) }),
    };
  });
  return [...certificateFindings, ...warnings.flatMap((warning) => ofFile[warning] ?? [])];
}
