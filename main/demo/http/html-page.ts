import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  acceptedLanguages,
  chooseLanguage,
  type Language,
} from '../../../common/texts/language.ts';

/** Returns the browser's language if it is one of ours. */
export function pageLanguage(request: IncomingMessage): Language {
  return chooseLanguage(acceptedLanguages(request.headers['accept-language']));
}

/** No `form-action`: browsers apply it to the redirect that follows, which may lead to a client. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders);
  response.end(html);
}

/** Returns a page of the demo. @param body HTML @param demo the label that it is a demo, in the page's language */
export function htmlPage(language: Language, title: string, body: string, demo: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 10vh auto; padding: 0 1.5rem; }
h2 { margin-top: 2rem; font-size: 1.125rem; }
.demo { padding: .5rem .75rem; border: 1px solid; border-radius: .375rem; font-size: .875rem; }
[role=alert] { padding: .5rem .75rem; border-left: .25rem solid; }
output { font-weight: 600; overflow-wrap: anywhere; user-select: all; }
button, select { font: inherit; padding: .5rem 1.25rem; min-height: 2.75rem; margin-right: .5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid; text-align: left; }
td form { display: inline; margin-left: .75rem; }
</style></head>
<body><main><h1>${title}</h1>
${body}
<p class="demo">${demo}</p></main></body></html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
