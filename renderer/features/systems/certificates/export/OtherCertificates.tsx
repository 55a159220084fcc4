import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { Checkbox } from '../../../../ui/index.ts';

interface OtherCertificatesProps {
  readonly certificate: Certificate;
  readonly of: readonly [boolean, (checked: boolean) => void];
}

/** Whether to export the file's certificates outside the chain, if there are any. */
export function OtherCertificates({
  certificate,
  of: [checked, setChecked],
}: OtherCertificatesProps) {
  const t = useT();
  if (certificate.others.length === 0) return null;
  return (
    <Checkbox label={t('certificates.withOthers')} checked={checked} onCheckedChange={setChecked} />
  );
}
