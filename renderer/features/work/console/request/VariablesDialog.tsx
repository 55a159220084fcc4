import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, Checkbox, Dialog, ErrorBar, IconButton, TextField } from '../../../../ui/index.ts';

interface VariablesDialogProps {
  readonly systemId: string;
  readonly state: ConsoleState;
  readonly onClose: () => void;
}

const validName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/** Values under a name, and the servers to which requests may go. */
export function VariablesDialog({ systemId, state, onClose }: VariablesDialogProps) {
  const t = useT();
  const client = useClient();
  const formId = useId();
  const { busy, problem, attempt, forget } = useAction();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [secret, setSecret] = useState(false);
  const ready = validName.test(name);
  const save = async () => {
    if (!ready) return;
    const done = await attempt(() =>
      client.call('apiConsole.setVariable', { systemId, name, value, secret }),
    );
    if (done === null) return;
    setName('');
    setValue('');
    setSecret(false);
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={t('console.variables.title')}
      description={t('console.variables.text', { example: '{{project}}' })}
      footer={
        <Button disabled={busy} onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} onDismiss={forget} />}
        <VariableList
          systemId={systemId}
          variables={state.variables}
          attempt={attempt}
          onEdit={(one) => {
            setName(one.name);
            setValue(one.value ?? '');
            setSecret(one.secret);
          }}
        />
        <form
          id={formId}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className="grid grid-cols-2 items-start gap-3">
            <TextField
              label={t('console.variables.name')}
              mono
              value={name}
              maxLength={100}
              onValueChange={setName}
              {...(name !== '' && !ready && { problem: t('console.variables.badName') })}
            />
            <TextField
              label={t('console.variables.value')}
              mono
              type={secret ? 'password' : 'text'}
              value={value}
              maxLength={100_000}
              onValueChange={setValue}
            />
          </div>
          <Checkbox
            label={t('console.variables.secret')}
            hint={t('console.variables.secretHint')}
            checked={secret}
            onCheckedChange={setSecret}
          />
          <Button type="submit" busy={busy} blocked={!ready} className="self-start">
            {t('console.variables.save')}
          </Button>
        </form>
        <Origins systemId={systemId} origins={state.allowedOrigins} attempt={attempt} />
      </div>
    </Dialog>
  );
}

type Attempt = ReturnType<typeof useAction>['attempt'];
type Variable = ConsoleState['variables'][number];

function VariableList(props: {
  readonly systemId: string;
  readonly variables: readonly Variable[];
  readonly attempt: Attempt;
  readonly onEdit: (one: Variable) => void;
}) {
  const { systemId, variables, attempt, onEdit } = props;
  const t = useT();
  const client = useClient();
  if (variables.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {variables.map((one) => (
        <li key={one.name} className="flex items-center gap-2 px-3 py-1.5">
          <span className="shrink-0 font-mono text-mono text-maintenance-text">{one.name}</span>
          <span className="min-w-0 flex-1 truncate text-right">
            {one.secret ? t('console.variables.hidden') : one.value}
          </span>
          <Button size="small" variant="quiet" onClick={() => onEdit(one)}>
            {t('console.variables.edit', { name: one.name })}
          </Button>
          <IconButton
            size="small"
            icon={X}
            label={t('console.variables.remove', { name: one.name })}
            onClick={() =>
              void attempt(() =>
                client.call('apiConsole.removeVariable', { systemId, name: one.name }),
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Servers to which requests may go. */
function Origins(props: {
  readonly systemId: string;
  readonly origins: readonly string[];
  readonly attempt: Attempt;
}) {
  const { systemId, origins, attempt } = props;
  const t = useT();
  const client = useClient();
  if (origins.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-small font-medium">{t('console.origins.title')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {origins.map((origin) => (
          <li key={origin} className="flex items-center gap-2 px-3 py-1.5">
            <span className="min-w-0 flex-1 font-mono text-mono wrap-anywhere">{origin}</span>
            <IconButton
              size="small"
              icon={X}
              label={t('console.origins.remove', { origin })}
              onClick={() =>
                void attempt(() =>
                  client.call('apiConsole.allowOrigin', { systemId, origin, allowed: false }),
                )
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
