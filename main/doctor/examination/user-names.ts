import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import { userName } from '../../base/log/user-name.ts';
import { personalAttributes } from '../../base/redaction/index.ts';
import { splitCertificates } from '../../base/x509/pem.ts';
import { readNames } from '../../base/x509/server-chain/index.ts';
import type { DoctorParts } from './context.ts';

/** Returns names of the user that may occur in servers' texts. */
export async function userNames(
  { access, signIn, certificates }: Pick<DoctorParts, 'access' | 'signIn' | 'certificates'>,
  systemId: string,
): Promise<string[]> {
  const { who, settings } = await signIn.snapshot(systemId);
  const listed = certificates
    .all()
    .flatMap(({ name, leaf }) => [name, ...personalAttributes(leaf.subject)]);
  const identity = await access.identity(systemId, 'identityProvider').catch(lockedAway);
  const own = splitCertificates(identity?.certificatePem ?? '').flatMap(
    (pem) => readNames(new X509Certificate(pem).raw)?.personal ?? [],
  );
  return [
    userName(),
    who?.subject ?? '',
    who?.name ?? '',
    settings.clientId ?? '',
    ...listed,
    ...own,
  ];
}

/** Returns no names for a certificate whose key is locked away; those in the list remain. */
function lockedAway(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
