import { SlidersHorizontal, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { IconButton, TextField } from '../../../../ui/index.ts';

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A filter is in use. */
  readonly filtered: boolean;
  /** The filters are shown. */
  readonly filtering: boolean;
  readonly onFiltering: (filtering: boolean) => void;
  readonly onClear: () => void;
  /** Enter: opens the first match. */
  readonly onFirst: () => void;
}

/** The search field. The Enter that ends a composition opens nothing. */
export function SearchField(props: SearchFieldProps) {
  const { field, text, onText, filtered, filtering, onFiltering, onClear, onFirst } = props;
  const t = useT();
  return (
    <TextField
      ref={field}
      type="text"
      role="searchbox"
      label={t('conversations.search.label')}
      labelHidden
      placeholder={t('conversations.search.placeholder')}
      value={text}
      onValueChange={onText}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') onFirst();
      }}
      trailing={
        <>
          {text !== '' && (
            <IconButton
              size="small"
              icon={X}
              label={t('conversations.search.clear')}
              onClick={onClear}
            />
          )}
          <IconButton
            size="small"
            icon={SlidersHorizontal}
            aria-expanded={filtering}
            variant={filtered ? 'changed' : 'quiet'}
            label={t(filtered ? 'conversations.search.filtersOn' : 'conversations.search.filters')}
            onClick={() => onFiltering(!filtering)}
          />
        </>
      }
      className="[&_input]:pr-14"
    />
  );
}
