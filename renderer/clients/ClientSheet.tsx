import { useState } from 'react';
import type { Client } from '../../preload/contract/clients.ts';
import { resolveRedirectUrl } from '../../preload/contract/redirect-urls.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { asProblem, useClient, useStores } from '../stores/index.ts';
import {
  Badge,
  Bar,
  Button,
  ConfirmDialog,
  Copyable,
  ErrorBar,
  Facts,
  Secret,
  SideSheet,
  Time,
} from '../ui/index.ts';
import { EditClient } from './EditClient.tsx';
import { useSecretCopy } from './useSecretCopy.ts';

interface ClientSheetProps {
  readonly client: Client;
  /** Whether this app signs in with it. */
  readonly signsIn: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** One client: what it is, its secret when asked for, what can be changed, and its end. */
export function ClientSheet({ client, signsIn, onClose, onDelete }: ClientSheetProps) {
  const t = useT();
  const main = useClient();
  const { busy, problem, attempt } = useAction();
  const [editing, setEditing] = useState(false);
  const [rotating, setRotating] = useState(false);
  const [rotated, setRotated] = useState(false);
  const { id, clientId, createdAt } = client;

  // The badge says that it worked: a toast would lie over the buttons below.
  const signInWith = () => attempt(() => main.call('clients.signInWith', { id }));

  return (
    <SideSheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={clientId}
      subtitle={createdAt !== null && <Time at={Date.parse(createdAt)} absolute />}
      footer={
        editing ? undefined : (
          <>
            <Button variant="danger" className="mr-auto" onClick={onDelete}>
              {t('clients.delete')}
            </Button>
            {!signsIn && (
              <Button busy={busy} onClick={() => void signInWith()}>
                {t('clients.signInWith.action')}
              </Button>
            )}
            {client.canRotate && (
              <Button onClick={() => setRotating(true)}>{t('clients.rotate.action')}</Button>
            )}
            <Button onClick={() => setEditing(true)}>{t('clients.edit.action')}</Button>
          </>
        )
      }
    >
      {problem && <ErrorBar error={problem} className="mb-4" />}
      {rotated && (
        <Bar tone="note" className="mb-4" onDismiss={() => setRotated(false)}>
          {t('clients.rotate.done', { clientId })}
        </Bar>
      )}
      {signsIn && (
        <p className="mb-4">
          <Badge tone="accent">{t('clients.signsIn')}</Badge>
        </p>
      )}
      {editing ? (
        <EditClient client={client} onDone={() => setEditing(false)} />
      ) : (
        <ClientFacts client={client} />
      )}
      {rotating && (
        <ConfirmDialog
          open
          danger
          title={t('clients.rotate.title', { clientId })}
          confirmLabel={t('clients.rotate.action')}
          onClose={() => setRotating(false)}
          onConfirm={async () => {
            await main.call('clients.rotateSecret', { id });
            setRotated(true);
          }}
        >
          {t(signsIn ? 'clients.rotate.textOwn' : 'clients.rotate.text')}
        </ConfirmDialog>
      )}
    </SideSheet>
  );
}

function ClientFacts({ client }: { readonly client: Client }) {
  const t = useT();
  const { client: main, vault } = useStores();
  const [failure, setFailure] = useState<unknown>(null);
  const [copied, setCopied] = useState(false);
  const copySecret = useSecretCopy(client, setCopied, setFailure);
  const { id, clientId, redirectUrls, rootUrl, hasSecret, source } = client;
  const reveal = async () => {
    setFailure(null);
    const answer = await vault.withVault(() => main.call('clients.revealSecret', { id }));
    return answer.secret;
  };
  return (
    <>
      {failure !== null && (
        <ErrorBar error={asProblem(failure)} className="mb-4" onDismiss={() => setFailure(null)} />
      )}
      <Facts
        items={[
          {
            label: t('clients.clientId'),
            value: <Copyable value={clientId} name={t('clients.clientId')} />,
          },
          {
            label: t('clients.secret'),
            value: hasSecret ? (
              <>
                <Secret
                  name={t('clients.secretOf', { clientId })}
                  reveal={reveal}
                  onCopy={copySecret}
                  onError={setFailure}
                />
                {copied && (
                  <span role="status" className="block text-small text-text-soft">
                    {t('clients.secretCopied')}
                  </span>
                )}
              </>
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
                    <Copyable value={resolveRedirectUrl(url, rootUrl ?? '') ?? url} name={url} />
                  </li>
                ))}
              </ul>
            ),
          },
          ...(rootUrl === null
            ? []
            : [
                {
                  label: t('clients.rootUrl'),
                  value: <Copyable value={rootUrl} name={t('clients.rootUrl')} />,
                },
              ]),
          { label: t('clients.source.title'), value: t(`clients.source.${source}`) },
        ]}
      />
    </>
  );
}
