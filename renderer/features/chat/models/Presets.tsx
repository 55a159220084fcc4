import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Parameters, Preset } from '../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, ErrorBar, IconButton, Select, TextField, useToasts } from '../../../ui/index.ts';

const none: readonly Preset[] = [];

interface PresetsProps {
  /** Content of a new preset; null while it is invalid. */
  readonly parameters: Parameters | null;
  readonly model: string | null;
  readonly onChoose: (preset: Preset) => void;
}

/** Named parameter sets: fill the form from one, or save the form as one. */
export function Presets({ parameters, model, onChoose }: PresetsProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
  const { value, problem: lost } = useResource('presets', undefined);
  const presets = value ?? none;
  const [chosenId, setChosenId] = useState('');
  const [name, setName] = useState('');
  const trouble = problem ?? lost;

  const save = async () => {
    if (parameters === null) return;
    const kept = presets.find((one) => one.name === name.trim());
    const saved = await attempt(() =>
      client.call('presets.save', { id: kept?.id ?? null, name, model, parameters }),
    );
    if (saved === null) return;
    setChosenId(saved.value.id);
    setName('');
  };
  const remove = async () => {
    const gone = presets.find(({ id }) => id === chosenId);
    if (gone === undefined) return;
    if ((await attempt(() => client.call('presets.remove', { id: gone.id }))) === null) return;
    toasts.show({
      text: t('chat.parameters.presetRemoved', { name: gone.name }),
      undo: () => void attempt(() => client.call('presets.save', gone)),
    });
  };
  const chosen = presets.some(({ id }) => id === chosenId);
  return (
    <section
      aria-label={t('chat.parameters.preset')}
      className="space-y-3 border-line border-t pt-4"
    >
      {trouble && <ErrorBar error={trouble} />}
      {presets.length > 0 && (
        <div className="flex items-end gap-2">
          <Select
            className="flex-1"
            label={t('chat.parameters.preset')}
            value={chosen ? chosenId : ''}
            options={[
              { value: '', label: t('chat.parameters.presetNone') },
              ...presets.map((one) => ({ value: one.id, label: one.name })),
            ]}
            onValueChange={(id) => {
              setChosenId(id);
              const preset = presets.find((one) => one.id === id);
              if (preset) onChoose(preset);
            }}
          />
          <IconButton
            icon={Trash2}
            label={t('chat.parameters.presetRemove')}
            disabled={!chosen}
            onClick={() => void remove()}
          />
        </div>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !busy) void save();
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            label={t('chat.parameters.presetName')}
            value={name}
            onValueChange={setName}
            maxLength={200}
          />
        </div>
        <Button type="submit" busy={busy} disabled={name.trim() === '' || parameters === null}>
          {t('chat.parameters.presetSave')}
        </Button>
      </form>
    </section>
  );
}
