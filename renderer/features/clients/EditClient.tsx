import { useEffect, useState } from 'react';
import type { Client } from '../../../preload/contract/clients.ts';
import { useT } from '../../i18n/index.ts';
import { useClient, useSystem } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { Button, ErrorBar, PasswordField, TextField } from '../../ui/index.ts';
import { fromLocalField, toLocalField } from './localTime.ts';
import { RedirectUrls } from './RedirectUrls.tsx';
import { isComplete, isSameDraft, originOf, rootUrlOf, startDraft, urlsOf } from './redirects.ts';

interface EditClientProps {
  readonly client: Client;
  readonly onDone: () => void;
  /** Whether there is anything that has not been saved. */
  readonly onTyped: (typed: boolean) => void;
}

/** Changes a client: its redirect URLs; secret and date of one that is kept here. */
export function EditClient({ client, onDone, onTyped }: EditClientProps) {
  const t = useT();
  const main = useClient();
  const { busy, problem, attempt } = useAction();
  const provider = originOf(useSystem()?.authUrl);
  const [start] = useState(() => startDraft(client.redirectUrls, client.rootUrl, provider));
  const [redirects, setRedirects] = useState(start);
  const [secret, setSecret] = useState('');
  const before = toLocalField(client.createdAt);
  const [created, setCreated] = useState(before);
  const ready = isComplete(redirects);
  const typed = secret !== '' || created !== before || !isSameDraft(redirects, start);
  useEffect(() => onTyped(typed), [typed, onTyped]);

  const save = async () => {
    const saved = await attempt(() =>
      main.call('clients.update', {
        id: client.id,
        redirectUrls: urlsOf(redirects),
        rootUrl: rootUrlOf(redirects),
        // Only to the minute: an untouched date keeps its seconds.
        ...(created === before ? {} : { createdAt: fromLocalField(created) }),
        ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
      }),
    );
    if (saved) onDone();
  };

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void save();
      }}
    >
      {problem && <ErrorBar error={problem} />}
      {client.source === 'kept' && (
        <>
          <p className="phrases text-small text-text-soft">{t('clients.edit.kept')}</p>
          <PasswordField
            label={t('clients.edit.newSecret')}
            hint={t('clients.edit.newSecretHint')}
            optional
            value={secret}
            onValueChange={setSecret}
            autoComplete="off"
          />
          <TextField
            label={t('clients.createdAt')}
            optional
            type="datetime-local"
            value={created}
            onValueChange={setCreated}
          />
        </>
      )}
      <RedirectUrls draft={redirects} onChange={setRedirects} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
