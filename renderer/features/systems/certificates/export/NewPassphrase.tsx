import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { PasswordField } from '../../../../ui/index.ts';

/** A passphrase for a file, typed twice. */
export function useNewPassphrase() {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  return {
    passphrase,
    setPassphrase,
    again,
    setAgain,
    missing: checked && passphrase === '',
    different: checked && passphrase !== '' && passphrase !== again,
    /** Validates it; from then on the fields show their errors. */
    check(): boolean {
      setChecked(true);
      return passphrase !== '' && passphrase === again;
    },
  };
}

/** The two fields of `useNewPassphrase`. */
export function NewPassphrase({ of }: { readonly of: ReturnType<typeof useNewPassphrase> }) {
  const t = useT();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PasswordField
        label={t('certificates.export.passphrase')}
        value={of.passphrase}
        onValueChange={of.setPassphrase}
        autoComplete="new-password"
        problem={of.missing ? t('certificates.export.missing') : undefined}
      />
      <PasswordField
        label={t('certificates.export.again')}
        value={of.again}
        onValueChange={of.setAgain}
        autoComplete="new-password"
        problem={of.different ? t('certificates.export.different') : undefined}
      />
    </div>
  );
}
