import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { TextArea, TextField } from '../../../../ui/index.ts';
import type { ListedMachine } from '../filter.ts';
import { Meaning } from '../meaning/Meaning.tsx';
import type { Choices } from '../useChoices.ts';

interface MachineOwnProps {
  readonly machine: ListedMachine;
  readonly choices: Choices;
}

/** The user's own words for a machine: a name, a group, a note; and the meaning of its raw value. */
export function MachineOwn({ machine, choices }: MachineOwnProps) {
  const t = useT();
  const { name, nth, pinned, hidden, status } = machine;
  const [group, setGroup] = useState(machine.group);
  const [ownName, setOwnName] = useState(machine.ownName);
  const [note, setNote] = useState(machine.note);
  const saveTexts = () => {
    const same = ownName.trim() === machine.ownName && group.trim() === machine.group;
    if (same && note === machine.note) return;
    choices.setMachine({ name, nth, pinned, hidden, ownName, note, group });
  };
  const chosen = choices.value?.meanings.find((one) => one.status === status)?.state ?? null;
  return (
    <div className="flex flex-col gap-3">
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
