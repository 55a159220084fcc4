import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import {
  judgeRedirectUrl,
  resolveRedirectUrl,
} from '../../../../common/addresses/redirect-urls.ts';
import { withoutTrailingSlashes } from '../../../../common/texts/trim.ts';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import type { Shell } from '../../../kit/shells.ts';
import { Button, Segmented } from '../../../ui/index.ts';
import { AuthoritiesFile, Code, ShellChoice } from '../elsewhere/index.ts';
import { originOf } from './redirects.ts';
import { type SnippetKind, snippetKinds, snippetOf } from './snippets.ts';

/** Ready settings for programs that use the client, without its secret. */
export function UseElsewhere({ client }: { readonly client: Client }) {
  const t = useT();
  const system = useSystem();
  const session = useFollowed((stores) => stores.session).value;
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<SnippetKind>('curl');
  const [shell, setShell] = useState<Shell>('bash');
  const authUrl = system?.authUrl ?? null;
  if (system === null || authUrl === null || session === null) return null;
  const { header, scheme } = session.settings.presentation;
  const text = snippetOf(
    kind,
    shell,
    { ...client, redirectUrl: plainUrlOf(client, originOf(authUrl)) },
    {
      authUrl: withoutTrailingSlashes(authUrl),
      realmPath: session.settings.realmPath,
      webApiUrl: withoutTrailingSlashes(system.webApiUrl),
      header,
      scheme,
      ownAuthorities: system.authorities.length > 0,
    },
  );
  return (
    <section className="mb-5">
      <Button icon={CodeXml} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('clients.use.show')}
      </Button>
      {open && (
        <div className="mt-2 space-y-2">
          <p className="phrases text-small text-text-soft">{t('clients.use.text')}</p>
          {system.authorities.length > 0 && <AuthoritiesFile systemId={system.id} />}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Segmented
              label={t('clients.use.kind')}
              labelHidden
              value={kind}
              onValueChange={setKind}
              options={snippetKinds.map((value) => ({ value, label: t(`clients.use.${value}`) }))}
            />
            {kind !== 'json' && <ShellChoice value={shell} onChange={setShell} />}
          </div>
          <Code name={t(`clients.use.${kind}`)} text={text} />
          {kind === 'curl' && (
            <p className="phrases text-small text-text-soft">
              {client.hasSecret && shell !== 'bash'
                ? t('common.sentences', {
                    first: t('clients.use.curlHint'),
                    second: t('elsewhere.newCurl'),
                  })
                : t('clients.use.curlHint')}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** Returns the best registered URL to show: one without a wildcard; else the start of one. */
function plainUrlOf({ redirectUrls, rootUrl }: Client, provider: string): string {
  const base = { rootUrl: rootUrl ?? '', provider };
  const plain = redirectUrls.find((url) => {
    const { problem, warnings } = judgeRedirectUrl(url, base);
    return problem === null && warnings.length === 0 && !url.endsWith('*');
  });
  const url = plain ?? redirectUrls.find((one) => one !== '*') ?? 'https://localhost/';
  return (resolveRedirectUrl(url, base) ?? url).replace(/\*$/, '');
}
