import { useState } from 'react';
import { judgeRedirectUrl } from '../../../../common/addresses/redirect-urls.ts';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { toProblem, useFollowed, useStores, useSystem } from '../../../kit/index.ts';
import { Secret } from '../../../ui/buttons/Secret.tsx';
import { Badge, Copyable, ErrorBar, Facts, Time } from '../../../ui/index.ts';
import { originOf } from './redirects.ts';
import { type Copied, useSecretCopy } from './useSecretCopy.ts';

/** Facts of a client, and its secret on request. */
export function ClientFacts({ client }: { readonly client: Client }) {
  const t = useT();
  const { client: main, vault } = useStores();
  // A shown secret is hidden when the vault locks.
  const isLocked = useFollowed((stores) => stores.vault.state).value?.state === 'locked';
  const [failure, setFailure] = useState<unknown>(null);
  const [copied, setCopied] = useState<Copied | null>(null);
  const copySecret = useSecretCopy(client, setCopied, setFailure);
  const { id, clientId, redirectUrls, rootUrl, hasSecret, source, createdAt } = client;
  const reveal = async () => {
    setFailure(null);
    const answer = await vault.withVault((confirmation) =>
      main.call('clients.revealSecret', { id, confirmation }),
    );
    return answer.secret;
  };
  return (
    <>
      {failure !== null && (
        <ErrorBar error={toProblem(failure)} className="mb-4" onDismiss={() => setFailure(null)} />
      )}
      <Facts
        stacked
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
                  key={isLocked ? 'locked' : 'open'}
                  name={t('clients.secretOf', { clientId })}
                  reveal={reveal}
                  onCopy={copySecret}
                  onError={setFailure}
                />
                {copied !== null && (
                  <span role="status" className="block text-small text-text-soft">
                    {t(copied === 'for-good' ? 'clients.secretStays' : 'clients.secretCopied')}
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
                  <RedirectUrl key={url} url={url} rootUrl={rootUrl} />
                ))}
                {redirectUrls.length === 0 && <li>–</li>}
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
          {
            label: t('clients.createdAt'),
            value:
              createdAt === null ? (
                t('clients.noDate')
              ) : (
                <Time at={Date.parse(createdAt)} absolute />
              ),
          },
          { label: t('clients.source.title'), value: t(`clients.source.${source}`) },
        ]}
      />
    </>
  );
}

/** A registered redirect URL; its expansion and risks below it. */
function RedirectUrl({ url, rootUrl }: { readonly url: string; readonly rootUrl: string | null }) {
  const t = useT();
  const provider = originOf(useSystem()?.authUrl);
  const { resolved, warnings } = judgeRedirectUrl(url, { rootUrl: rootUrl ?? '', provider });
  return (
    <li>
      <Copyable value={url} name={url} />
      {warnings.length > 0 && (
        <span className="ml-1 align-top">
          <Badge tone="warning">{t('clients.risky')}</Badge>
        </span>
      )}
      {resolved !== null && resolved !== url && (
        <span className="block text-small text-text-soft">
          {t('clients.redirect.resolved', { address: resolved })}
        </span>
      )}
    </li>
  );
}
