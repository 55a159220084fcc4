import type { Remedy } from '../../../../../preload/contract/chat/request-check.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Button, longestTitle, Menu, oneLine } from '../../../../ui/index.ts';
import { type ChosenRemedy, useRemedyActions } from './remedies.ts';

interface RemedyButtonsProps {
  readonly remedies: readonly Remedy[];
  readonly onApply: (remedy: ChosenRemedy) => void;
}

/** One button per remedy; several models share a menu. */
export function RemedyButtons({ remedies, onApply }: RemedyButtonsProps) {
  const t = useT();
  const actions = useRemedyActions();
  const offered = remedies.filter((remedy) => actions?.can(remedy) === true);
  if (offered.length === 0) return null;
  return (
    <ul aria-label={t('limits.remedies')} className="flex flex-wrap gap-1.5">
      {offered.map((remedy) => (
        <li key={remedy.kind}>
          <RemedyButton remedy={remedy} onApply={onApply} />
        </li>
      ))}
    </ul>
  );
}

interface RemedyButtonProps {
  readonly remedy: Remedy;
  readonly onApply: (remedy: ChosenRemedy) => void;
}

function RemedyButton({ remedy, onApply }: RemedyButtonProps) {
  const t = useT();
  const format = useFormat();
  const plain = (label: string, chosen: ChosenRemedy) => (
    <Button size="small" onClick={() => onApply(chosen)}>
      {label}
    </Button>
  );
  switch (remedy.kind) {
    case 'lower-max-tokens':
      return plain(t('limits.lower', { tokens: format.number(remedy.maxTokens) }), remedy);
    case 'other-model': {
      const [first, ...more] = remedy.models;
      if (first === undefined) return null;
      if (more.length === 0) {
        return plain(t('limits.askModel', { model: first.id }), {
          kind: 'other-model',
          model: first.id,
        });
      }
      return (
        <Menu
          side="top"
          trigger={<Button size="small">{t('limits.otherModel')}</Button>}
          items={remedy.models.map(({ id, contextLength }) => ({
            id,
            label: id,
            ...(contextLength === null
              ? {}
              : { note: t('chat.model.context', { tokens: format.number(contextLength) }) }),
            onSelect: () => onApply({ kind: 'other-model', model: id }),
          }))}
        />
      );
    }
    case 'leave-out-models': {
      const models = remedy.models.map((one) => oneLine(one, longestTitle)).join(', ');
      return plain(t('limits.leaveOutModels', { models }), remedy);
    }
    case 'loosen-format':
      return plain(t('limits.loosenFormat'), remedy);
    case 'leave-out-format':
      return plain(t('limits.leaveOutFormat'), remedy);
    case 'send-anyway':
      return plain(t('limits.sendAnyway'), remedy);
    case 'leave-out-turns':
      return plain(
        t('limits.leaveOut', { count: remedy.turns, tokens: format.number(remedy.tokens) }),
        remedy,
      );
    case 'summarise':
      return plain(t('limits.summarise', { count: remedy.turns }), remedy);
    case 'shrink-images':
      return plain(t('limits.shrinkImages', { count: remedy.images }), remedy);
    case 'leave-out-images':
      return plain(t('limits.leaveOutImages', { count: remedy.images }), remedy);
    case 'leave-out-files':
      return plain(t('limits.leaveOutFiles', { count: remedy.files.length }), remedy);
    case 'attach-again':
      return plain(t('limits.attachAgain', { count: remedy.files.length }), remedy);
    case 'read-in-parts':
      return plain(t('limits.readInParts', { count: remedy.files }), remedy);
  }
}
