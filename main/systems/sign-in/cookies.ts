import { type Cookie, CookieJar } from 'tough-cookie';

/** Cookies of the provider's pages, until the attempt ends. */
export interface Cookies {
  /** @param lines of `Set-Cookie` */
  keep(lines: readonly string[], url: string): Promise<void>;
  /** Returns the `Cookie` header of a request; empty for none. */
  of(url: string): Promise<string>;
}

/** The limit of browsers per site; the oldest are dropped. */
const most = 180;
/** Characters of one with its attributes. */
const longest = 8 * 1024;

/** Creates a jar with limits: each request searches it, and pages could otherwise make that arbitrarily slow. */
export function createCookies(): Cookies {
  const createJar = (): CookieJar => new CookieJar(undefined, { rejectPublicSuffixes: false });
  let jar = createJar();
  /** By identity, the oldest first. */
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
