import { useState } from 'react';
import { type ApiKey, apiKeyPattern } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { type toProblem, useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, PasswordField, TextField, useToasts } from '../../../ui/index.ts';

interface KeyFormProps {
  readonly systemId: string;
  /** The system's keys. */
  readonly keys: readonly ApiKey[];
  /** The key to replace; null adds another. */
  readonly replaces: ApiKey | null;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** Returns the name, numbered if a key has it already. */
function unusedName(name: string, keys: readonly ApiKey[]): string {
  const names = new Set(keys.map((key) => key.name));
  let nth = 1;
  let unused = name;
  while (names.has(unused)) {
    nth += 1;
    unused = `${name} ${nth}`;
  }
  return unused;
}

/** Form for a new key: the service checks it, then it is stored; a refused key is stored only on demand. */
export function KeyForm({ systemId, keys, replaces, onDone, onCancel }: KeyFormProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt, forget } = useAction();
  const [name, setName] = useState(replaces?.name ?? '');
  const [key, setKey] = useState('');
  /** Why the service refused the key in the form. */
  const [refusal, setRefusal] = useState<ReturnType<typeof toProblem> | null>(null);
  const malformed = key.trim() !== '' && !apiKeyPattern.test(key.trim());
  const ready = key.trim() !== '' && !malformed;
  const usualName = unusedName(t('keys.usualName'), keys);
  const keyName = name.trim() === '' ? usualName : name;

  const keep = async (models: number | null) => {
    const kept = await attempt(() =>
      replaces === null
        ? client.call('genai.addKey', { systemId, name: keyName, key })
        : client.call('genai.replaceKey', { id: replaces.id, key }),
    );
    if (kept === null) return;
    setKey('');
    toasts.show({
      text:
        models === null
          ? t('keys.keptUntested', { name: keyName })
          : t('keys.accepted', { name: keyName, count: models }),
    });
    onDone();
  };
  const test = async () => {
    setRefusal(null);
    const tested = await attempt(() => client.call('genai.testKey', { systemId, key }));
    if (tested === null) return;
    if (tested.value.problem === null) await keep(tested.value.models.length);
    else setRefusal(tested.value.problem);
  };
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void test();
      }}
    >
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {replaces !== null && (
        <p className="font-medium">{t('keys.replaceTitle', { name: replaces.name })}</p>
      )}
      <PasswordField
        label={replaces === null ? t('chat.keys.key') : t('keys.newKey')}
        value={key}
        onValueChange={(value) => {
          setKey(value);
          setRefusal(null);
        }}
        {...(malformed ? { problem: t('keys.malformed') } : {})}
      />
      {replaces === null && (
        <TextField
          label={t('chat.keys.name')}
          hint={t('chat.keys.nameHint')}
          placeholder={usualName}
          value={name}
          onValueChange={setName}
          maxLength={100}
        />
      )}
      {refusal && (
        <ErrorBar
          error={refusal}
          action={{ label: t('keys.keepAnyway'), onAction: () => void keep(null), busy }}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
          {replaces === null ? t('keys.testAndAdd') : t('keys.testAndReplace')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <span role="status" className="text-small text-text-soft">
          {busy && t('keys.testing')}
        </span>
      </div>
    </form>
  );
}
