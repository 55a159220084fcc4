import { AppWindow, Laptop, Plus, X } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { appRedirectUrls, splitRedirectUrls } from '../../../../common/addresses/redirect-urls.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { Button, type FieldStatus, IconButton, TextField } from '../../../ui/index.ts';
import {
  findMatch,
  foreignAddress,
  isRepeated,
  judge,
  needsRoot,
  type RedirectDraft,
  urlsOf,
  withEmptyRow,
  withPasted,
  withUrls,
} from './redirects.ts';

interface RedirectUrlsProps {
  readonly draft: RedirectDraft;
  readonly onChange: (draft: RedirectDraft) => void;
  /** Whether it suggests a URL to somebody who knows none. */
  readonly suggests?: boolean;
}

/** Where programs commonly wait for the browser on their user's computer. */
const suggested = 'http://127.0.0.1:8080/callback';

/** Redirect URLs, each validated while typing; a URL can be tested against them. */
export function RedirectUrls({ draft, onChange, suggests = false }: RedirectUrlsProps) {
  const t = useT();
  const session = useFollowed((stores) => stores.session).value;
  const { rows } = draft;
  const needed = session
    ? [session.redirectUrls.window, session.redirectUrls.browser]
    : [...appRedirectUrls];
  const missing = needed.filter((url) => !urlsOf(draft).includes(url));

  const change = (key: number, url: string) =>
    onChange({ ...draft, rows: rows.map((row) => (row.key === key ? { key, url } : row)) });

  /** The browser pastes a single URL itself. */
  const paste = (key: number, event: ClipboardEvent<HTMLInputElement>) => {
    const urls = splitRedirectUrls(event.clipboardData.getData('text'));
    if (urls.length < 2) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    onChange(withPasted(draft, key, urls, isWhole));
  };

  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 font-medium text-small">{t('clients.redirectUrls')}</legend>
      {rows.map(({ key, url }, index) => {
        const { problem, status } = isRepeated(draft, key)
          ? { status: { kind: 'note', text: t('clients.redirect.repeated') } as const }
          : judgement(draft, url, t);
        return (
          <TextField
            key={key}
            label={t('clients.redirectUrlNumber', { number: index + 1 })}
            labelHidden
            mono
            value={url}
            placeholder="https://"
            onValueChange={(next) => change(key, next)}
            onPaste={(event) => paste(key, event)}
            {...(problem ? { problem } : {})}
            {...(status ? { status } : {})}
            trailing={
              rows.length > 1 && (
                <IconButton
                  size="small"
                  icon={X}
                  label={t('clients.removeUrl', { number: index + 1 })}
                  onClick={() =>
                    onChange({ ...draft, rows: rows.filter((row) => row.key !== key) })
                  }
                />
              )
            }
          />
        );
      })}
      <p className="phrases text-small text-text-soft">{t('clients.redirectUrlsHint')}</p>
      {suggests && urlsOf(draft).length === 0 && (
        <div className="rounded-control bg-sunken px-3 py-2">
          <p className="phrases text-small">{t('clients.suggestedUrl')}</p>
          <Button
            size="small"
            icon={Laptop}
            className="mt-1.5"
            onClick={() => onChange(withUrls(draft, [suggested]))}
          >
            {t('clients.useUrl', { url: suggested })}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          size="small"
          variant="quiet"
          icon={Plus}
          onClick={() => onChange(withEmptyRow(draft))}
        >
          {t('clients.addUrl')}
        </Button>
        {missing.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon={AppWindow}
            onClick={() => onChange(withUrls(draft, missing))}
          >
            {t('clients.addAppUrls')}
          </Button>
        )}
      </div>
      {needsRoot(draft) && (
        <TextField
          label={t('clients.rootUrl')}
          hint={t('clients.rootUrlHint')}
          mono
          value={draft.rootUrl}
          placeholder="https://"
          onValueChange={(rootUrl) => onChange({ ...draft, rootUrl })}
          {...(draft.rootUrl.trim() !== '' && !URL.canParse(draft.rootUrl.trim())
            ? { problem: t('clients.redirect.not-a-url') }
            : {})}
        />
      )}
      {urlsOf(draft).length > 0 && <TryUrl draft={draft} />}
    </fieldset>
  );
}

function TryUrl({ draft }: { readonly draft: RedirectDraft }) {
  const t = useT();
  const [url, setUrl] = useState('');
  const found = findMatch(draft, url);
  const status = (): FieldStatus | undefined => {
    if (url.trim() === '') return undefined;
    if (found === null) return { kind: 'bad', text: t('clients.try.none') };
    const { number } = found;
    return found.match === 'yes'
      ? { kind: 'good', text: t('clients.try.matches', { number }) }
      : { kind: 'note', text: t('clients.try.older', { number }) };
  };
  const shown = status();
  return (
    <TextField
      label={t('clients.try.label')}
      hint={t('clients.try.hint')}
      optional
      mono
      value={url}
      onValueChange={setUrl}
      {...(shown ? { status: shown } : {})}
    />
  );
}

/** Returns the message below a redirect URL's field. */
function judgement(
  draft: RedirectDraft,
  url: string,
  t: ReturnType<typeof useT>,
): { readonly problem?: string; readonly status?: FieldStatus } {
  if (url.trim() === '') return {};
  const { problem, resolved, warnings } = judge(draft, url);
  if (problem !== null) return { problem: t(`clients.redirect.${problem}`) };
  if (warnings.length > 0) {
    const example = foreignAddress(resolved ?? '');
    const warned = warnings.map((warning) => t(`clients.redirect.${warning}`, { example }));
    const meant = resolved !== null && resolved !== url.trim() ? [standsFor(resolved, t)] : [];
    return { status: { kind: 'warning', text: [...meant, ...warned].join(' · ') } };
  }
  if (resolved === null) return {};
  if (resolved !== url.trim() || resolved.endsWith('*')) {
    return { status: { kind: 'note', text: standsFor(resolved, t) } };
  }
  return {};
}

function standsFor(resolved: string, t: ReturnType<typeof useT>): string {
  return resolved.endsWith('*')
    ? t('clients.redirect.prefix', { beginning: resolved.slice(0, -1) })
    : t('clients.redirect.resolved', { address: resolved });
}
