import { useState } from 'react';
import type { Client } from '../../../preload/contract/clients.ts';
import { judgeRedirectUrl, resolveRedirectUrl } from '../../../preload/contract/redirect-urls.ts';
import { withoutTrailingSlashes } from '../../../preload/contract/trim.ts';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useSystem } from '../../kit/index.ts';
import { Button, CopyButton, Segmented } from '../../ui/index.ts';
import { originOf } from './redirects.ts';
import { type SnippetKind, snippetKinds, snippetOf } from './snippets.ts';

/** Ready settings for programs that use the client, without its secret. */
export function UseElsewhere({ client }: { readonly client: Client }) {
  const t = useT();
  const system = useSystem();
  const session = useFollowed((stores) => stores.session).value;
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<SnippetKind>('curl');
  const authUrl = system?.authUrl ?? null;
  if (system === null || authUrl === null || session === null) return null;
  const { header, scheme } = session.settings.presentation;
  const text = snippetOf(
    kind,
    { ...client, redirectUrl: plainUrlOf(client, originOf(authUrl)) },
    {
      authUrl: withoutTrailingSlashes(authUrl),
      realmPath: session.settings.realmPath,
      webApiUrl: withoutTrailingSlashes(system.webApiUrl),
      header,
      scheme,
    },
  );
  return (
    <section className="mt-5 border-line border-t pt-3">
      <Button
        variant="quiet"
        size="small"
        className="-ml-2"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'clients.use.hide' : 'clients.use.show')}
      </Button>
      {open && (
        <div className="mt-2 space-y-2">
          <p className="phrases text-small text-text-soft">{t('clients.use.text')}</p>
          <div className="flex items-center justify-between gap-2">
            <Segmented
              label={t('clients.use.kind')}
              labelHidden
              value={kind}
              onValueChange={setKind}
              options={snippetKinds.map((value) => ({ value, label: t(`clients.use.${value}`) }))}
            />
            <CopyButton name={t(`clients.use.${kind}`)} text={text} />
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
            tabIndex={0}
            aria-label={t(`clients.use.${kind}`)}
            className="overflow-x-auto rounded-control bg-sunken p-2.5"
          >
            <pre className="font-mono text-mono">{text}</pre>
          </section>
          {kind === 'curl' && (
            <p className="phrases text-small text-text-soft">{t('clients.use.curlHint')}</p>
          )}
        </div>
      )}
    </section>
  );
}

/** The best registered URL to show: one without a wildcard; else the beginning of one. */
function plainUrlOf({ redirectUrls, rootUrl }: Client, provider: string): string {
  const base = { rootUrl: rootUrl ?? '', provider };
  const plain = redirectUrls.find((url) => {
    const { problem, warnings } = judgeRedirectUrl(url, base);
    return problem === null && warnings.length === 0 && !url.endsWith('*');
  });
  const url = plain ?? redirectUrls.find((one) => one !== '*') ?? 'https://localhost/';
  return (resolveRedirectUrl(url, base) ?? url).replace(/\*$/, '');
}
