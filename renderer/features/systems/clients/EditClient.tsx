import { useEffect, useState } from 'react';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar } from '../../../ui/index.ts';
import { CopiedClientFields } from './CopiedClientFields.tsx';
import { fromLocalField, toLocalField } from './localTime.ts';
import { RedirectUrls } from './RedirectUrls.tsx';
import { useRedirectDraft } from './useRedirectDraft.ts';

interface EditClientProps {
  readonly client: Client;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Whether there are unsaved changes. */
  readonly onTyped: (typed: boolean) => void;
}

/** Edits a client: its redirect URLs; secret and date of one stored only here. */
export function EditClient({ client, onDone, onCancel, onTyped }: EditClientProps) {
  const t = useT();
  const main = useClient();
  const { busy, problem, attempt } = useAction();
  const redirects = useRedirectDraft(client);
  const [secret, setSecret] = useState('');
  const before = toLocalField(client.createdAt);
  const [created, setCreated] = useState(before);
  const ready = redirects.complete;
  const typed = secret !== '' || created !== before || redirects.changed;
  useEffect(() => onTyped(typed), [typed, onTyped]);

  const save = async () => {
    const saved = await attempt(() =>
      main.call('clients.update', {
        id: client.id,
        ...redirects.value(),
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
          <CopiedClientFields
            label={t('clients.edit.newSecret')}
            hint={t('clients.edit.newSecretHint')}
            secret={secret}
            onSecret={setSecret}
            created={created}
            onCreated={setCreated}
          />
        </>
      )}
      <RedirectUrls {...redirects.field} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
