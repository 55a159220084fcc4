import { Plus, X } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { Button, IconButton, PasswordField, TextField } from '../../../../ui/index.ts';
import type { SecretRow } from './target.ts';

interface SecretRowsProps {
  readonly label: string;
  readonly hint: string;
  readonly rows: readonly SecretRow[];
  readonly onRows: (rows: readonly SecretRow[]) => void;
}

/** Names with secret values, such as environment variables. A stored value stays unless another one is typed. */
export function SecretRows({ label, hint, rows, onRows }: SecretRowsProps) {
  const t = useT();
  const change = (key: number, changed: Partial<SecretRow>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const next = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-small font-medium">
        {label}
        <span className="ml-1.5 font-normal text-text-faint">{t('common.optional')}</span>
      </legend>
      {rows.map(({ key, name, value }) => (
        <div key={key} className="flex items-start gap-2">
          <TextField
            className="flex-1"
            label={t('toolServers.form.name')}
            labelHidden
            placeholder={t('toolServers.form.name')}
            mono
            maxLength={200}
            value={name}
            onValueChange={(typed) => change(key, { name: typed, value: value ?? '' })}
          />
          <PasswordField
            className="flex-1"
            label={t('toolServers.form.valueOf', { name })}
            labelHidden
            placeholder={t(value === null ? 'toolServers.form.stored' : 'toolServers.form.value')}
            autoComplete="off"
            value={value ?? ''}
            onValueChange={(typed) => change(key, { value: typed })}
          />
          <IconButton
            icon={X}
            label={t('toolServers.form.removeRow', { name })}
            onClick={() => onRows(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={Plus}
          onClick={() => onRows([...rows, { key: next, name: '', value: '' }])}
        >
          {t('toolServers.form.addRow')}
        </Button>
      </div>
      <p className="phrases text-small text-text-soft">{hint}</p>
    </fieldset>
  );
}
