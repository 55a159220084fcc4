import { useState } from 'react';
import { useT } from '../i18n/index.ts';
import { PasswordField } from '../ui/index.ts';

type Field = 'passphrase' | 'repeated';

/** A new passphrase of a file, typed twice: a typing error would make the file worthless. */
export function useNewPassphrase(shortest = 1) {
  const t = useT();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  /** The fields that the user has left, or all of them once the user wanted to go on. */
  const [left, setLeft] = useState<readonly Field[]>([]);
  const [isChecked, setChecked] = useState(false);
  const missing = passphrase === '' ? t('common.newPassphrase.missing') : null;
  const tooShort =
    passphrase.length < shortest ? t('common.newPassphrase.tooShort', { count: shortest }) : null;
  const differs = passphrase === repeated ? null : t('common.newPassphrase.differs');
  const isLeft = (field: Field, value: string) =>
    isChecked || (left.includes(field) && value !== '');
  const wrong = missing ?? tooShort;
  return {
    shortest,
    passphrase,
    setPassphrase,
    repeated,
    setRepeated,
    leave: (field: Field) => setLeft((before) => [...before, field]),
    /** Why it cannot be used yet; null when it can. */
    reason: wrong ?? differs,
    /** The same at the fields, once the user has left them or wanted to go on. */
    problems: {
      passphrase: (isLeft('passphrase', passphrase) ? wrong : null) ?? undefined,
      repeated: (wrong === null && isLeft('repeated', repeated) ? differs : null) ?? undefined,
    },
    /** Returns whether it can be used; from then on the fields say why not. */
    check(): boolean {
      setChecked(true);
      return wrong === null && differs === null;
    },
    clear() {
      setPassphrase('');
      setRepeated('');
      setLeft([]);
      setChecked(false);
    },
  };
}

interface NewPassphraseProps {
  readonly of: ReturnType<typeof useNewPassphrase>;
  /** The first field's. */
  readonly label: string;
  readonly hint?: string;
}

/** The two fields of `useNewPassphrase`. */
export function NewPassphrase({ of, label, hint }: NewPassphraseProps) {
  const t = useT();
  return (
    <div className="flex w-full flex-col gap-1">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <PasswordField
          label={label}
          value={of.passphrase}
          autoComplete="new-password"
          problem={of.problems.passphrase}
          onValueChange={of.setPassphrase}
          onBlur={() => of.leave('passphrase')}
        />
        <PasswordField
          label={t('common.newPassphrase.repeat')}
          value={of.repeated}
          autoComplete="new-password"
          problem={of.problems.repeated}
          onValueChange={of.setRepeated}
          onBlur={() => of.leave('repeated')}
        />
      </div>
      {hint && <p className="phrases text-small text-text-soft">{hint}</p>}
    </div>
  );
}
