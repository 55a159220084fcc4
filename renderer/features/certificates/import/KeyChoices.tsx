import type { KeyChoice } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';

import { commonName } from '../facts/names.ts';

interface KeyChoicesProps {
  readonly keys: readonly KeyChoice[];
  readonly keyIndex: number;
  readonly disabled: boolean;
  readonly onChoose: (keyIndex: number) => void;
}

/** The keys of a file that has several, by whose they are. */
export function KeyChoices({ keys, keyIndex, disabled, onChoose }: KeyChoicesProps) {
  const t = useT();
  return (
    <RadioGroup
      label={t('certificates.keys.label')}
      value={String(keyIndex)}
      onValueChange={(value) => onChoose(Number(value))}
      options={keys.map(({ index, keyType, friendlyName, subject }) => ({
        value: String(index),
        label: t('certificates.keys.choice', {
          name:
            friendlyName ??
            (subject === null ? t('certificates.keys.unnamed') : commonName(subject)),
          keyType,
        }),
        hint: subject ?? t('certificates.keys.noCertificate'),
        disabled: subject === null || (disabled && index !== keyIndex),
      }))}
    />
  );
}
