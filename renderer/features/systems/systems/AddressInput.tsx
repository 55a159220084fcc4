import type {
  AddressField,
  Authority,
  FoundProvider,
} from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/index.ts';
import { useAddress } from './useAddress.ts';

const examples: Record<AddressField, string> = {
  webApi: 'https://api.example.org',
  identityProvider: 'https://idp.example.org',
  genai: 'https://ai.example.org',
};

interface AddressInputProps {
  readonly field: AddressField;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly authorities: readonly Authority[];
  readonly onProvider: (text: string, provider: FoundProvider) => void;
  readonly optional?: boolean;
  /** This address, or that of the other service, is required. */
  readonly needed?: boolean;
  /** Saving was tried: required empty fields are marked. */
  readonly tried: boolean;
}

/** One address of a system, validated while typing. */
export function AddressInput(props: AddressInputProps) {
  const { field, text, onText, authorities, optional, needed, tried } = props;
  const t = useT();
  const status = useAddress(field, text, authorities, props.onProvider);
  const missing = tried && needed && text.trim() === '';
  return (
    <TextField
      mono
      type="url"
      inputMode="url"
      label={t(`start.fields.${field}`)}
      hint={t(`start.hints.${field}`)}
      placeholder={examples[field]}
      value={text}
      onValueChange={onText}
      optional={optional}
      status={status}
      problem={missing ? t('start.address.webApi-or-genai') : undefined}
    />
  );
}
