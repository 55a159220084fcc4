import { useState } from 'react';
import type { Model } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Button, Checkbox, cx, Dialog, TextField } from '../../../ui/index.ts';

interface ModelsDialogProps {
  readonly models: readonly Model[];
  readonly chosen: readonly string[];
  readonly onUse: (models: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Maximum models of one request (preload/contract/chat/chat.ts). */
const mostModels = 8;

/** From so many on they can be searched. */
const many = 6;

/** Chooses the models that are asked side by side. */
export default function ModelsDialog({
  models,
  chosen: before,
  onUse,
  onClose,
}: ModelsDialogProps) {
  const t = useT();
  const format = useFormat();
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const [search, setSearch] = useState('');
  const full = chosen.length >= mostModels;
  // Chosen models can be removed, also if the service no longer lists or knows them.
  const offered = [
    ...models.filter(({ id, listed }) => listed || before.includes(id)),
    ...before
      .filter((id) => !models.some((one) => one.id === id))
      .map((id) => ({ id, contextLength: null })),
  ];
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = offered.filter(({ id }) =>
    words.every((word) => id.toLocaleLowerCase().includes(word)),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('conversations.several.title')}
      description={t('conversations.several.text')}
      footer={
        <>
          <p role="status" className="tabular mr-auto self-center text-small text-text-soft">
            {chosen.length < 2
              ? t('conversations.several.count', { most: mostModels })
              : t('conversations.several.chosen', { chosen: chosen.length, most: mostModels })}
          </p>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length < 2}
            onClick={() => {
              onUse(chosen);
              onClose();
            }}
          >
            {t('conversations.several.use')}
          </Button>
        </>
      }
    >
      {offered.length >= many && (
        <TextField
          type="search"
          label={t('models.search')}
          labelHidden
          placeholder={t('models.search')}
          value={search}
          onValueChange={setSearch}
          className="mb-3"
        />
      )}
      <ul className={cx('flex flex-col gap-2', offered.length >= many && 'min-h-60')}>
        {found.length === 0 && <li className="text-text-soft">{t('models.nothing')}</li>}
        {found.map(({ id, contextLength }) => (
          <li key={id}>
            <Checkbox
              label={id}
              hint={
                contextLength === null
                  ? undefined
                  : t('chat.model.context', { tokens: format.number(contextLength) })
              }
              checked={chosen.includes(id)}
              disabled={full && !chosen.includes(id)}
              onCheckedChange={(checked) =>
                setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
