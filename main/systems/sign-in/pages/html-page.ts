import type { Language } from '../../../../common/texts/language.ts';
import { type PageKind, pageTexts, retryLabel } from './texts.ts';

/** A page runs and loads nothing; its address, which may contain a code, is not sent anywhere. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Returns a page of the app, shown instead of the provider's. */
export function page(
  kind: PageKind,
  language: Language,
  more: { readonly facts?: readonly string[]; readonly retryUrl?: string } = {},
): string {
  const { title, text } = pageTexts[language][kind];
  const facts = (more.facts ?? []).filter((fact) => fact !== '');
  const list =
    facts.length === 0
      ? ''
      : `<ul>${facts.map((fact) => `<li><code>${escapeHtml(fact)}</code></li>`).join('')}</ul>`;
  const retry =
    more.retryUrl === undefined
      ? ''
      : `<p><a href="${escapeHtml(more.retryUrl)}">${retryLabel[language]}</a></p>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} – Compute Desk</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 10vh auto; padding: 0 1.5rem; }
code { overflow-wrap: anywhere; }
</style></head>
<body><main id="compute-desk-${kind}"><h1>${title}</h1><p>${text}</p>${list}${retry}</main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
