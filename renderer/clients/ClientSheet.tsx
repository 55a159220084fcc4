import { useState } from 'react';
import type { Client } from '../../preload/contract/clients.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { asProblem, useStores } from '../stores/index.ts';
import { Button, Copyable, ErrorBar, Facts, Secret, SideSheet, Time } from '../ui/index.ts';

interface ClientSheetProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** One client: what it is, its secret when asked for, and its end. */
export function ClientSheet({ client, onClose, onDelete }: ClientSheetProps) {
  const t = useT();
  const { client: main, vault } = useStores();
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const { clientId, redirectUrls, createdAt, hasSecret } = client;
  return (
    <SideSheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={clientId}
      subtitle={createdAt !== null && <Time at={Date.parse(createdAt)} absolute />}
      footer={
        <Button variant="danger" onClick={onDelete}>
          {t('clients.delete')}
        </Button>
      }
    >
      {problem && <ErrorBar error={problem} className="mb-4" onDismiss={() => setProblem(null)} />}
      <Facts
        items={[
          {
            label: t('clients.clientId'),
            value: <Copyable value={clientId} name={t('clients.clientId')} />,
          },
          {
            label: t('clients.secret'),
            value: hasSecret ? (
              <Secret
                name={t('clients.secretOf', { clientId })}
                reveal={async () => {
                  setProblem(null);
                  const { secret } = await vault.withVault(() =>
                    main.call('clients.revealSecret', { id: client.id }),
                  );
                  return secret;
                }}
                onError={(error) => setProblem(asProblem(error))}
              />
            ) : (
              t('clients.noSecret')
            ),
          },
          {
            label: t('clients.redirectUrls'),
            value: (
              <ul className="space-y-1">
                {redirectUrls.map((url) => (
                  <li key={url}>
                    <Copyable value={url} name={url} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </SideSheet>
  );
}
