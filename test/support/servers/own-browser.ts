/** What the app's one-time page gave to the browser that came first. */
export interface Entered {
  /** The authorization request. */
  readonly url: URL;
  /** For the `Cookie` header of the return. */
  readonly cookie: string;
}

/** Goes in by the app's one-time address, as the user's browser does. @throws Where it leads nowhere */
export async function enter(address: string): Promise<Entered> {
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { url: new URL(location), cookie };
}

/** Follows it to the end, past a provider that asks nothing: the page that the browser shows then. */
export async function followAsBrowser(
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { url, cookie } = await enter(address);
  for (let next = url.href, hops = 0; hops < 20; hops++) {
    const isReturn =
      next.startsWith('http://127.0.0.1:') && /^\/oauth\/callback\b/.test(new URL(next).pathname);
    const response = await fetch(next, {
      redirect: 'manual',
      headers: isReturn ? { ...headers, cookie } : headers,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    next = new URL(location, next).href;
  }
  throw new Error('redirects without end');
}
