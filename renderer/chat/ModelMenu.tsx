import { ChevronDown } from 'lucide-react';
import type { Model } from '../../preload/contract/genai.ts';
import { type TextKey, useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Button, Menu, type MenuItem } from '../ui/index.ts';

interface ModelMenuProps {
  readonly models: readonly Model[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Which model to ask: the live list with what is known of each, then those that the list lacks. */
export function ModelMenu({ models, chosen, onChoose }: ModelMenuProps) {
  const t = useT();
  const format = useFormat();
  const noteOf = (model: Model): string =>
    [
      model.contextLength !== null &&
        t('chat.model.context', { tokens: format.number(model.contextLength) }),
      model.imageInput === true && t('chat.model.images'),
      model.parameters !== null && t('chat.model.parameters', { parameters: model.parameters }),
      model.note !== null && t(`chat.modelNotes.${model.note}` as TextKey),
    ]
      .filter((part) => part !== false)
      .join(' · ');
  const itemOf = (model: Model): MenuItem => ({
    id: model.id,
    label: model.id,
    note: noteOf(model) || t('chat.model.unknown'),
    checked: model.id === chosen,
    onSelect: () => onChoose(model.id),
  });
  const listed = models.filter((model) => model.listed);
  const unlisted = models.filter((model) => !model.listed);
  return (
    <Menu
      side="top"
      label={t('chat.model.choose')}
      trigger={
        <Button
          size="small"
          variant="quiet"
          aria-label={t('chat.model.present', { model: chosen ?? t('chat.model.none') })}
        >
          <span className="truncate font-medium text-text">{chosen ?? t('chat.model.none')}</span>
          <ChevronDown size={13} aria-hidden />
        </Button>
      }
      items={[
        ...listed.map(itemOf),
        ...(unlisted.length > 0
          ? ['separator' as const, { heading: t('chat.model.unlisted') }, ...unlisted.map(itemOf)]
          : []),
      ]}
    />
  );
}
