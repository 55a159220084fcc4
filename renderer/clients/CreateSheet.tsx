import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { clientIdPattern } from '../../preload/contract/client-id.ts';
import type { Client } from '../../preload/contract/clients.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useClient } from '../stores/index.ts';
import { Button, ErrorBar, IconButton, SideSheet, TextField } from '../ui/index.ts';

interface CreateSheetProps {
  readonly systemId: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onCreated: (client: Client) => void;
}

interface UrlRow {
  readonly key: number;
  readonly url: string;
}

/** A new client: its Client ID and where it may redirect to; the secret is issued with it. */
export function CreateSheet({ systemId, taken, onClose, onCreated }: CreateSheetProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useAction();
  const [clientId, setClientId] = useState('');
  const [rows, setRows] = useState<readonly UrlRow[]>([{ key: 0, url: '' }]);

  const wrongId =
    clientId === ''
      ? undefined
      : !clientIdPattern.test(clientId)
        ? t('clients.wrong.characters')
        : taken.includes(clientId)
          ? t('clients.wrong.taken')
          : undefined;
  const redirectUrls = rows.map(({ url }) => url.trim()).filter((url) => url !== '');
  const ready = clientId !== '' && wrongId === undefined && redirectUrls.length > 0;

  const create = async () => {
    const made = await attempt(() =>
      client.call('clients.create', { systemId, clientId, redirectUrls }),
    );
    if (made) onCreated(made.value);
  };

  return (
    <SideSheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('clients.createTitle')}
      subtitle={t('clients.createHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="create-client"
            busy={busy}
            disabled={!ready}
          >
            {t('clients.create')}
          </Button>
        </>
      }
    >
      <form
        id="create-client"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void create();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        <TextField
          label={t('clients.clientId')}
          hint={t('clients.clientIdHint')}
          value={clientId}
          onValueChange={setClientId}
          problem={wrongId}
          maxLength={255}
          mono
        />
        <fieldset className="space-y-2">
          <legend className="mb-1 font-medium text-small">{t('clients.redirectUrls')}</legend>
          {rows.map(({ key, url }, index) => (
            <TextField
              key={key}
              label={t('clients.redirectUrlNumber', { number: index + 1 })}
              labelHidden
              mono
              value={url}
              placeholder="https://"
              onValueChange={(next) =>
                setRows(rows.map((row) => (row.key === key ? { key, url: next } : row)))
              }
              trailing={
                rows.length > 1 && (
                  <IconButton
                    size="small"
                    icon={X}
                    label={t('clients.removeUrl', { number: index + 1 })}
                    onClick={() => setRows(rows.filter((row) => row.key !== key))}
                  />
                )
              }
            />
          ))}
          <Button
            size="small"
            variant="quiet"
            icon={Plus}
            onClick={() =>
              setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, url: '' }])
            }
          >
            {t('clients.addUrl')}
          </Button>
          <p className="text-small text-text-soft">{t('clients.redirectUrlsHint')}</p>
        </fieldset>
      </form>
    </SideSheet>
  );
}
