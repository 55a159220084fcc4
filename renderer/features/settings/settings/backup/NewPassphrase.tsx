import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { PasswordField } from '../../../../ui/index.ts';

/** As the contract has it. */
export const shortest = 8;

/** A new passphrase of a backup, typed twice: a typing error would make the file worthless. */
export function useNewPassphrase() {
  const t = useT();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  /** The fields that the user has left. */
  const [left, setLeft] = useState({ passphrase: false, repeated: false });
  const isShort = passphrase.length < shortest;
  const differs = passphrase !== repeated;
  const tooShort = t('settings.backup.tooShort', { count: shortest });
  const reasonOfTyped = isShort ? tooShort : t('settings.backup.differs');
  return {
    passphrase,
    setPassphrase,
    repeated,
    setRepeated,
    leave: (field: keyof typeof left) => setLeft((before) => ({ ...before, [field]: true })),
    /** Why it cannot be used yet; null when it can. */
    reason:
      passphrase === '' ? t('settings.backup.enter') : isShort || differs ? reasonOfTyped : null,
    /** What is wrong, at the fields: after the user has left them, or pressed the button. */
    tooShort: left.passphrase && passphrase !== '' && isShort ? tooShort : undefined,
    differs:
      left.repeated && repeated !== '' && !isShort && differs
        ? t('settings.backup.differs')
        : undefined,
    showProblem: () => setLeft({ passphrase: true, repeated: true }),
    clear() {
      setPassphrase('');
      setRepeated('');
      setLeft({ passphrase: false, repeated: false });
    },
  };
}

/** The two fields of `useNewPassphrase`. */
export function NewPassphrase({ of }: { readonly of: ReturnType<typeof useNewPassphrase> }) {
  const t = useT();
  return (
    <div className="flex w-full flex-col gap-1">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <PasswordField
          label={t('settings.backup.passphrase')}
          value={of.passphrase}
          autoComplete="new-password"
          problem={of.tooShort}
          onValueChange={of.setPassphrase}
          onBlur={() => of.leave('passphrase')}
        />
        <PasswordField
          label={t('settings.backup.repeat')}
          value={of.repeated}
          autoComplete="new-password"
          problem={of.differs}
          onValueChange={of.setRepeated}
          onBlur={() => of.leave('repeated')}
        />
      </div>
      <p className="phrases text-small text-text-soft">
        {t('settings.backup.rule', { count: shortest })}
      </p>
    </div>
  );
}
