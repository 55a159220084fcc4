import type { FaultDetails } from '../../../common/texts/file-fault.ts';
import type { Translate } from '../../i18n/index.ts';

type Details = Readonly<Record<string, string | number | boolean>>;

/** Returns the position and reason of a file's fault, in one or two sentences. */
export function faultText(details: Details, t: Translate): string {
  const { fault, row, line, column, field } = details as Partial<FaultDetails>;
  if (fault === undefined) return t('fileFaults.unknown');
  const reason = t(`fileFaults.reasons.${fault}`);
  if (row !== undefined) {
    if (field === undefined) return t('fileFaults.at.row', { row, reason });
    return t('fileFaults.at.cell', { row, field, reason });
  }
  if (field !== undefined) {
    if (line === undefined) return t('fileFaults.at.name', { field, reason });
    return t('fileFaults.at.field', { line, field, reason });
  }
  if (line === undefined) return reason;
  if (column === undefined) return t('fileFaults.at.record', { line, reason });
  return t('fileFaults.at.line', { line, column, reason });
}
