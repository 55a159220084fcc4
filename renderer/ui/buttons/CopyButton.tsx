import { Check, Copy } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  /** Name of the copied value: `Client ID`. */
  readonly name: string;
  /** The text, or a function that returns it on demand; null then means that there is none. */
  readonly text: string | (() => Promise<string | null>);
  /** Copies in the caller's own way, instead of `text`; false on failure. */
  readonly onCopy?: () => Promise<boolean>;
}

/** Copies a text and confirms it. */
export function CopyButton({ name, text, onCopy }: CopyButtonProps) {
  const t = useT();
  const { copied, copy, mark } = useCopy();
  const press = async () => {
    if (onCopy) {
      if (await onCopy()) mark();
      return;
    }
    const value = typeof text === 'string' ? text : await text();
    if (value !== null) await copy(value);
  };
  return (
    <>
      <IconButton
        size="small"
        icon={copied ? Check : Copy}
        label={t('common.copyNamed', { name })}
        variant={copied ? 'done' : 'quiet'}
        className="relative"
        onClick={() => void press()}
      />
      <span role="status" className="sr-only">
        {copied && t('common.copied')}
      </span>
    </>
  );
}
