import { Play, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import {
  type CommandsState,
  longestCommand,
} from '../../../../../preload/contract/work/remote-commands.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, legible, TextField } from '../../../../ui/index.ts';
import { shownName } from '../names.ts';
import { RunOutput } from './RunOutput.tsx';

interface CommandDialogProps {
  readonly state: CommandsState;
  readonly machine: string;
  readonly onClose: () => void;
}

/** Runs a command on a machine, and shows what became of it and of those before. */
export default function CommandDialog({ state, machine, onClose }: CommandDialogProps) {
  const t = useT();
  const client = useClient();
  const field = useRef<HTMLInputElement>(null);
  const [command, setCommand] = useState('');
  const { problem, attempt, forget } = useProblem();
  const { systemId, runs } = state;
  const [newest] = runs;
  const running = runs.some((one) => one.state === 'running');
  const run = (event: FormEvent) => {
    event.preventDefault();
    const text = command.trim();
    if (text === '' || running) return;
    setCommand('');
    const id = crypto.randomUUID();
    void attempt(async () => {
      try {
        await client.call('remoteCommands.run', { systemId, machine, command: text, id });
      } catch (cause) {
        // What was refused is not typed again.
        setCommand((now) => (now === '' ? text : now));
        throw cause;
      }
    });
  };
  return (
    <Dialog
      open
      size="large"
      title={t('files.command.title', { machine: shownName(machine) })}
      initialFocus={field}
      onClose={onClose}
    >
      <form onSubmit={run} className="flex items-end gap-2">
        <TextField
          ref={field}
          label={t('files.command.label')}
          mono
          value={command}
          maxLength={longestCommand}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onValueChange={setCommand}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          variant="primary"
          icon={Play}
          busy={running}
          disabled={command.trim() === ''}
        >
          {t('files.command.run')}
        </Button>
      </form>
      {/* how the newest one ended, for those who do not see the list change */}
      <p role="status" className="sr-only">
        {newest !== undefined &&
          newest.state !== 'running' &&
          `${t(`files.command.states.${newest.state}`)} · ${legible(newest.command)}`}
      </p>
      {problem && <ErrorBar error={problem} className="mt-3" onDismiss={forget} />}
      {runs.length === 0 ? (
        <p className="mt-3 text-text-soft">{t('files.command.asUser')}</p>
      ) : (
        <>
          <ul aria-label={t('files.command.history')} className="mt-3 flex flex-col gap-3">
            {runs.map((one) => (
              <RunOutput
                key={one.id}
                run={one}
                onAgain={() => setCommand(one.command)}
                onLeave={() =>
                  void attempt(() => client.call('remoteCommands.leave', { systemId, id: one.id }))
                }
              />
            ))}
          </ul>
          <div className="mt-3 flex justify-end">
            <Button
              variant="quiet"
              size="small"
              icon={Trash2}
              onClick={() => void attempt(() => client.call('remoteCommands.clear', { systemId }))}
            >
              {t('files.command.clear')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
