import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A field for a secret: dots, with a button that reveals the input. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          size="small"
          icon={shown ? EyeOff : Eye}
          label={shown ? t('common.password.hide') : t('common.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
