import type { KeyChoice } from '../../../../../preload/contract/systems/certificates.ts';
import { type Translate, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { RadioGroup } from '../../../../ui/fields/RadioGroup.tsx';
import { Button } from '../../../../ui/index.ts';
import { commonName } from '../facts/names.ts';

interface KeyChoicesProps {
  readonly keys: readonly KeyChoice[];
  readonly keyIndex: number;
  readonly disabled: boolean;
  readonly onChoose: (keyIndex: number) => void;
  /** Opens keys with another passphrase. */
  readonly onPassphrase: () => void;
}

/** The keys of a file with several, each with its certificate: owner, use, validity. */
export function KeyChoices(props: KeyChoicesProps) {
  const { keys, keyIndex, disabled, onChoose, onPassphrase } = props;
  const t = useT();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <RadioGroup
        label={t('certificates.keys.label')}
        value={String(keyIndex)}
        onValueChange={(value) => onChoose(Number(value))}
        options={keys.map((choice) => ({
          value: String(choice.index),
          label: labelOf(choice, t),
          hint: <Hint choice={choice} />,
          disabled: choice.certificate === null || (disabled && choice.index !== keyIndex),
        }))}
      />
      {keys.some(({ problem }) => problem === 'passphrase') && (
        <Button disabled={disabled} onClick={onPassphrase}>
          {t('certificates.keys.passphrase')}
        </Button>
      )}
    </div>
  );
}

function labelOf({ friendlyName, certificate, keyType }: KeyChoice, t: Translate): string {
  const name =
    friendlyName ??
    (certificate === null ? t('certificates.keys.unnamed') : commonName(certificate.subject));
  return keyType === null ? name : t('certificates.keys.choice', { name, keyType });
}

function Hint({ choice: { certificate, uses, problem } }: { readonly choice: KeyChoice }) {
  const t = useT();
  const format = useFormat();
  if (problem !== null) return t(`certificates.keys.problems.${problem}`);
  if (certificate === null) return t('certificates.keys.noCertificate');
  return (
    <>
      <span className="block wrap-anywhere">{certificate.subject}</span>
      <span className="block wrap-anywhere">
        {t('certificates.keys.detail', {
          uses: uses.map((use) => t(`certificates.uses.${use}`)).join(t('certificates.separator')),
          from: format.date(Date.parse(certificate.notBefore)),
          to: format.date(Date.parse(certificate.notAfter)),
          serial: certificate.serialNumber,
        })}
      </span>
    </>
  );
}
