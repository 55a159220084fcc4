import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useNow } from '../useNow.ts';
import { Mono } from './Copyable.tsx';
import { CopyButton } from './CopyButton.tsx';
import { IconButton } from './IconButton.tsx';

interface SecretProps {
  /** Name of the secret: `Secret of batch-7`. */
  readonly name: string;
  /** Fetches the secret; called only when the user asks to see or copy it, and stored only while shown. */
  readonly reveal: () => Promise<string>;
  /** Last characters that are always visible. */
  readonly ending?: string;
  /** A failed `reveal`; the caller shows it where it belongs. */
  readonly onError: (error: unknown) => void;
  /** Copies it without fetching it into the page; false on failure. */
  readonly onCopy?: () => Promise<boolean>;
}

const shownFor = 30_000;

function Countdown({ until }: { readonly until: number }) {
  const t = useT();
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1_000));
  return (
    <span className="tabular py-0.75 text-small whitespace-nowrap text-text-soft">
      {t('common.secret.hidesIn', { seconds })}
    </span>
  );
}

/** A secret as dots; shown on request for 30 seconds, then forgotten. */
export function Secret({ name, reveal, ending = '', onError, onCopy }: SecretProps) {
  const t = useT();
  const [shown, setShown] = useState<{ text: string; until: number } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);

  const fetched = async () => {
    setBusy(true);
    try {
      return await reveal();
    } catch (error) {
      onError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const show = async () => {
    const text = await fetched();
    if (text !== null) setShown({ text, until: Date.now() + shownFor });
  };

  return (
    <span className="inline-flex max-w-full items-start gap-1">
      {shown ? (
        <Mono className="min-w-0 py-0.5 wrap-anywhere">{shown.text}</Mono>
      ) : (
        <span
          role="img"
          aria-label={t('common.secret.hidden', { name })}
          className="py-0.5 font-mono text-mono"
        >
          {'•'.repeat(12)}
          {ending}
        </span>
      )}
      <IconButton
        size="small"
        className="relative"
        busy={busy}
        icon={shown ? EyeOff : Eye}
        label={
          shown ? t('common.secret.hideNamed', { name }) : t('common.secret.showNamed', { name })
        }
        onClick={() => (shown ? setShown(null) : void show())}
      />
      <CopyButton name={name} text={fetched} {...(onCopy ? { onCopy } : {})} />
      {shown && <Countdown until={shown.until} />}
    </span>
  );
}
