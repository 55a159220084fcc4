import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, TextField, useToasts } from '../../../ui/index.ts';

/** Imports the key of OPENAI_API_KEY; looks for it only on request, and shows its last four characters. */
export function EnvironmentKey({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt, forget } = useAction();
  const [found, setFound] = useState<{ present: boolean; lastFour: string } | null>(null);
  const [name, setName] = useState('OPENAI_API_KEY');
  const look = async () => {
    const answer = await attempt(() => client.call('genai.environmentKey'));
    if (answer !== null) setFound(answer.value);
  };
  const take = async () => {
    const taken = await attempt(() =>
      client.call('genai.importEnvironmentKey', { systemId, name: name.trim() }),
    );
    if (taken === null) return;
    setFound(null);
    toasts.show({ text: t('keys.taken', { name: taken.value.name }) });
  };
  return (
    <div className="space-y-2 border-line border-t pt-4">
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {found?.present === true ? (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '' && !busy) void take();
          }}
        >
          <div className="min-w-40 flex-1">
            <TextField
              label={t('chat.keys.name')}
              hint={t('keys.found', {
                lastFour: found.lastFour === '' ? '' : `••••${found.lastFour}`,
              })}
              value={name}
              onValueChange={setName}
              maxLength={100}
            />
          </div>
          <div className="flex gap-2 pb-6">
            <Button onClick={() => setFound(null)}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
              {t('keys.take')}
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={SquareTerminal} busy={busy} onClick={() => void look()}>
            {t('keys.look')}
          </Button>
          <span role="status" className="phrases text-small text-text-soft">
            {found === null ? '' : t('keys.absent')}
          </span>
        </div>
      )}
    </div>
  );
}
