import { useFormat } from '../../i18n/useFormat.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'hint'> {
  readonly type?: 'date' | 'datetime-local';
}

/**
 * A date, or a date and time. The browser draws the control in the order of its own language, which may differ from
 * the app's; so the chosen date is repeated below in the user's format.
 */
export function DateField({ type = 'date', value, ...rest }: DateFieldProps) {
  const format = useFormat();
  const time = Date.parse(type === 'date' ? `${value}T00:00` : value);
  const shown = type === 'date' ? format.date : format.dateTime;
  return (
    <TextField
      {...rest}
      type={type}
      value={value}
      hint={Number.isNaN(time) ? undefined : shown(time)}
    />
  );
}
