import { CookieJar } from 'tough-cookie';
import { type HttpsAnswer, https, type Presented } from './https.ts';

/** A form of a page, as far as the tests press its buttons. */
export interface Form {
  readonly id: string;
  readonly action: string;
  /** The buttons that submit it: name and what is written on them. */
  readonly buttons: readonly { readonly name: string; readonly value: string }[];
}

/** Where the provider sent the browser: a page of its own, or back to the app. */
export type Arrival =
  | { readonly kind: 'page'; readonly answer: HttpsAnswer; readonly forms: readonly Form[] }
  | { readonly kind: 'redirect'; readonly url: URL };

/** A browser reduced to cookies, redirects, forms and a client certificate: nothing of the app. */
export interface Browser {
  open(url: string): Promise<Arrival>;
  /** Presses a button of a form, with more fields if it has any. */
  submit(form: Form, button: string, fields?: Readonly<Record<string, string>>): Promise<Arrival>;
}

export function createBrowser(options: {
  /** Redirects within it are followed; any other is an arrival. */
  readonly origin: string;
  readonly authority: string;
  readonly certificate: Presented | null;
}): Browser {
  const { origin, authority, certificate } = options;
  const jar = new CookieJar();

  const go = async (url: string, method: string, body?: string): Promise<Arrival> => {
    const answer = await https({
      url,
      method,
      authority,
      certificate,
      headers: {
        cookie: await jar.getCookieString(url),
        accept: 'text/html',
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) await jar.setCookie(cookie, url);
    const { location } = answer.headers;
    if (location === undefined) return { kind: 'page', answer, forms: formsOf(answer.text) };
    const next = new URL(location, url);
    return next.origin === origin ? go(next.href, 'GET') : { kind: 'redirect', url: next };
  };

  return {
    open: (url) => go(url, 'GET'),
    submit(form, button, fields = {}) {
      const pressed = form.buttons.find(({ name }) => name === button);
      if (pressed === undefined) throw new Error(`The form ${form.id} has no button ${button}`);
      const body = new URLSearchParams({ ...fields, [pressed.name]: pressed.value });
      return go(form.action, 'POST', body.toString());
    },
  };
}

function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, head = '', inside = '']) => ({
      id: attribute(head, 'id'),
      action: attribute(head, 'action'),
      buttons: [...inside.matchAll(/<(?:input|button)\b([^>]*)>/g)]
        .map(([, tag = '']) => tag)
        .filter((tag) => attribute(tag, 'type') === 'submit')
        .map((tag) => ({ name: attribute(tag, 'name'), value: attribute(tag, 'value') })),
    }),
  );
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value.replaceAll('&amp;', '&');
}
