import { Check, Copy } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  /** What is copied, in words: `Client ID`. */
  readonly name: string;
  /** The text, or how to get it at the moment it is asked for; null then means there is none. */
  readonly text: string | (() => Promise<string | null>);
  /** Copies it in the caller's own way, instead of `text`; false: it did not. */
  readonly onCopy?: () => Promise<boolean>;
}

/** Copies a text and says so. */
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
        className={copied ? 'relative text-up-text' : 'relative'}
        onClick={() => void press()}
      />
      <span role="status" className="sr-only">
        {copied && t('common.copied')}
      </span>
    </>
  );
}
