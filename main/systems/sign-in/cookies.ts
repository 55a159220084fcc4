import { type Cookie, CookieJar } from 'tough-cookie';

/** What the provider's pages have set, until the attempt ends. */
export interface Cookies {
  /** @param lines of `Set-Cookie` */
  keep(lines: readonly string[], url: string): Promise<void>;
  /** The `Cookie` header of a request; empty for none. */
  of(url: string): Promise<string>;
}

/** As many as browsers keep of a site; of more the oldest go. */
const most = 180;
/** Characters of one with its attributes. */
const longest = 8 * 1024;

/** What a jar holds is gone through for each request: without a bound pages could make that as long as they like. */
export function createCookies(): Cookies {
  const createJar = (): CookieJar => new CookieJar(undefined, { rejectPublicSuffixes: false });
  let jar = createJar();
  /** By what tells them apart, the oldest first. */
  const kept = new Map<string, Cookie>();

  async function set(cookie: Cookie | string, url: string): Promise<void> {
    const taken = await jar.setCookie(cookie, url, { ignoreError: true });
    if (taken === undefined) return;
    const key = JSON.stringify([taken.domain, taken.path, taken.key]);
    kept.delete(key);
    kept.set(key, taken);
  }

  return {
    async keep(lines, url) {
      for (const line of lines.slice(-most)) if (line.length <= longest) await set(line, url);
      if (kept.size <= most) return;
      const youngest = [...kept.values()].slice(-most);
      kept.clear();
      jar = createJar();
      for (const cookie of youngest) await set(cookie, url);
    },
    of: (url) => jar.getCookieString(url),
  };
}
