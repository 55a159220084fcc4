import { useT } from '../../../i18n/index.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { PasswordField } from '../../../ui/index.ts';

interface CopiedClientFieldsProps {
  readonly label: string;
  readonly hint: string;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  /** In the format of a datetime-local field. */
  readonly created: string;
  readonly onCreated: (created: string) => void;
}

/** The user's data for a client stored only here: its secret, and its creation date. */
export function CopiedClientFields(props: CopiedClientFieldsProps) {
  const { label, hint, secret, onSecret, created, onCreated } = props;
  const t = useT();
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        optional
        value={secret}
        onValueChange={onSecret}
        autoComplete="off"
      />
      <DateField
        label={t('clients.createdAt')}
        optional
        type="datetime-local"
        value={created}
        onValueChange={onCreated}
      />
    </>
  );
}
