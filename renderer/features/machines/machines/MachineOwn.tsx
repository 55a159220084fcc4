import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import type { MachineChoice } from '../../../../preload/contract/machines/machine-choices.ts';
import { useT } from '../../../i18n/index.ts';
import { isComposing } from '../../../kit/commands/keys.ts';
import { Button, TextArea, TextField } from '../../../ui/index.ts';
import type { Listed } from './filter.ts';
import { Meaning } from './meaning/Meaning.tsx';
import type { Choices } from './useChoices.ts';

interface MachineOwnProps {
  readonly machine: Listed;
  readonly choices: Choices;
}

/** The user's settings for a machine: its place, a name, a note; and the meaning of its raw value. */
export function MachineOwn({ machine, choices }: MachineOwnProps) {
  const t = useT();
  const { name, nth, pinned, hidden, status } = machine;
  const [group, setGroup] = useState(machine.group);
  const [ownName, setOwnName] = useState(machine.ownName);
  const [note, setNote] = useState(machine.note);
  const save = (change: Partial<MachineChoice>) =>
    choices.setMachine({ name, nth, pinned, hidden, ownName, note, group, ...change });
  const saveTexts = () => {
    const same = ownName.trim() === machine.ownName && group.trim() === machine.group;
    if (!same || note !== machine.note) save({});
  };
  const chosen = choices.value?.meanings.find((one) => one.status === status)?.state ?? null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={pinned ? PinOff : Pin} onClick={() => save({ pinned: !pinned })}>
          {pinned ? t('machines.own.unpin') : t('machines.own.pin')}
        </Button>
        <Button size="small" icon={hidden ? Eye : EyeOff} onClick={() => save({ hidden: !hidden })}>
          {hidden ? t('machines.own.show') : t('machines.own.hide')}
        </Button>
      </div>
      <TextField
        label={t('machines.own.name')}
        value={ownName}
        maxLength={200}
        onValueChange={setOwnName}
        onBlur={saveTexts}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) saveTexts();
        }}
      />
      <TextField
        label={t('machines.own.group')}
        value={group}
        maxLength={200}
        onValueChange={setGroup}
        onBlur={saveTexts}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) saveTexts();
        }}
      />
      <TextArea
        label={t('machines.own.note')}
        rows={2}
        value={note}
        maxLength={10_000}
        onValueChange={setNote}
        onBlur={saveTexts}
      />
      {status !== '' && (
        <div className="flex flex-wrap items-center gap-2 text-small text-text-soft">
          <span className="min-w-0 wrap-anywhere">
            {t('machines.meaning.label', { status: status.slice(0, 100) })}
          </span>
          <Meaning
            status={status}
            state={chosen}
            onState={(state) => choices.setMeaning(status, state)}
          />
        </div>
      )}
    </div>
  );
}
