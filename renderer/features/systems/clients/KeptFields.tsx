import { useT } from '../../../i18n/index.ts';
import { PasswordField, TextField } from '../../../ui/index.ts';

interface KeptFieldsProps {
  readonly label: string;
  readonly hint: string;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  /** As a field for date and time has it. */
  readonly created: string;
  readonly onCreated: (created: string) => void;
}

/** What the user says of a client that is kept here: its secret, and when it was made. */
export function KeptFields(props: KeptFieldsProps) {
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
      <TextField
        label={t('clients.createdAt')}
        optional
        type="datetime-local"
        value={created}
        onValueChange={onCreated}
      />
    </>
  );
}
