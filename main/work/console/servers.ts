import { withoutTrailingSlashes } from '../../../common/texts/trim.ts';

interface Server {
  readonly url: string;
  readonly description: string;
}

/**
 * Returns the addresses to which an operation's requests may go, the default first: a server of the description at the
 * system's own origin, else the system's address.
 * @param address of the system's Web API
 * @param declared as in the description: absolute, or relative to the service
 */
export function serversOf(address: string, declared: readonly Server[]): Server[] {
  const base = withoutTrailingSlashes(address);
  const { origin, pathname } = new URL(base);
  const absolute = declared.flatMap(({ url, description }): Server[] => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(url)) {
      const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      return isWeb ? [{ url: withoutTrailingSlashes(url), description }] : [];
    }
    const path = withoutTrailingSlashes(url.startsWith('/') ? url : `/${url}`);
    if (path === '' || withoutTrailingSlashes(pathname).endsWith(path))
      return [{ url: base, description }];
    return URL.canParse(path, origin) && new URL(path, origin).origin === origin
      ? [{ url: `${origin}${path}`, description }]
      : [];
  });
  const isOwn = ({ url }: Server): boolean => new URL(url).origin === origin;
  const all = [
    ...absolute.filter(isOwn),
    { url: base, description: '' },
    ...absolute.filter((server) => !isOwn(server)),
  ];
  return all.filter((server, at) => all.findIndex(({ url }) => url === server.url) === at);
}
