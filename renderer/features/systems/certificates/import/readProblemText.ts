import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import {
  type ForeignKind,
  foreignKinds,
} from '../../../../../preload/contract/systems/certificates.ts';
import type { Translate } from '../../../../i18n/index.ts';
import type { useFormat } from '../../../../i18n/useFormat.ts';
import { type ErrorText, errorText } from '../../../../ui/index.ts';

type Format = ReturnType<typeof useFormat>;

/** The reader's name for OpenSSH private keys, which cannot sign in here. */
const sshFormat = 'OpenSSH private key format';

/** Describes what is wrong with a file, as precisely as main reported it. */
export function readProblemText(problem: AppErrorData, t: Translate, format: Format): ErrorText {
  return { ...errorText(problem, t), ...exactly(problem, t, format) };
}

function exactly(
  { code, details }: AppErrorData,
  t: Translate,
  format: Format,
): Partial<ErrorText> {
  switch (code) {
    case 'certificate-not-a-certificate': {
      const kind = foreignKinds.find((one) => one === details.kind) ?? 'unknown';
      return foreign(kind, t);
    }
    case 'certificate-unsupported':
      if (details.algorithm === undefined) return {};
      if (details.algorithm === sshFormat) return foreign('openssh-key', t);
      return {
        what: t('certificates.unsupported.what', { algorithm: String(details.algorithm) }),
        meaning: t('certificates.unsupported.meaning'),
        next: t('certificates.unsupported.next'),
      };
    case 'certificate-malformed': {
      if (details.where === undefined) return {};
      const where = String(details.where);
      if (where === 'file' && (details.reason === 'length' || details.reason === 'truncated')) {
        return { meaning: t('certificates.malformed.cutOff') };
      }
      if (typeof details.offset !== 'number') {
        return { meaning: t('certificates.malformed.at', { where }) };
      }
      const offset = format.number(details.offset);
      return { meaning: t('certificates.malformed.atOffset', { where, offset }) };
    }
    case 'certificate-too-large':
      if (typeof details.limit !== 'number') return {};
      return { meaning: t('certificates.tooLarge', { limit: format.bytes(details.limit) }) };
    case 'certificate-too-slow':
      return { meaning: tooSlow(details, t, format) };
    case 'certificate-no-certificate':
      if (details.reason !== 'no-match') return {};
      return {
        what: t('certificates.noMatch.what'),
        meaning: t('certificates.noMatch.meaning'),
        next: t('certificates.noMatch.next'),
      };
    default:
      return {};
  }
}

function foreign(kind: ForeignKind, t: Translate): ErrorText {
  return {
    what: t(`foreignFiles.${kind}.what`),
    meaning: t(`foreignFiles.${kind}.meaning`),
    next: t(`foreignFiles.${kind}.next`),
  };
}

function tooSlow(
  { iterations, limit, algorithm }: AppErrorData['details'],
  t: Translate,
  format: Format,
): string {
  if (algorithm === 'scrypt') return t('certificates.tooSlow.memory');
  const most = format.number(Number(limit));
  return typeof iterations === 'number'
    ? t('certificates.tooSlow.rounds', { limit: most, iterations: format.number(iterations) })
    : t('certificates.tooSlow.moreRounds', { limit: most });
}
