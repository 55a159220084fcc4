import { signedTexts } from '../../../preload/contract/handshake.ts';
import { createProof, randomToken } from './proof.ts';

/** Owner of a secret: a first visit, a tab, or the user who can read the data folder. */
export type KeyKind = 'launch' | 'tab' | 'owner';

export interface Key {
  readonly kind: KeyKind;
  readonly secret: string;
}

/** How a launch token ended. */
export type LaunchEnd = 'used' | 'expired';
/** Ended tokens to remember, for the page that says why an address no longer works. */
const mostEnded = 1000;

/** The secrets for this web host, each found by a name that does not reveal it; gone with the process. */
export function createKeys() {
  const keys = new Map<string, Key>();
  /** By the name of the token. */
  const ended = new Map<string, LaunchEnd>();
  const expiries = new Map<Key, { timer: NodeJS.Timeout; tell: () => void }>();

  const add = (kind: KeyKind, secret: string): Key => {
    const key: Key = { kind, secret };
    keys.set(createProof(secret, signedTexts.id), key);
    return key;
  };
  const remove = (key: Key, end: LaunchEnd): boolean => {
    const expiry = expiries.get(key);
    clearTimeout(expiry?.timer);
    expiries.delete(key);
    const name = createProof(key.secret, signedTexts.id);
    const was = keys.delete(name);
    if (was && key.kind === 'launch') ended.set(name, end);
    const [oldest] = ended.keys();
    if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest);
    expiry?.tell();
    return was;
  };

  return {
    owner: add('owner', randomToken()).secret,
    /**
     * Returns a token for one first visit.
     * @param lifetime ms
     * @param tell called once, when it was used or has expired
     */
    launch(lifetime: number, tell: () => void): string {
      const key = add('launch', randomToken());
      const timer = setTimeout(() => remove(key, 'expired'), lifetime);
      timer.unref();
      expiries.set(key, { timer, tell });
      return key.secret;
    },
    find: (id: string): Key | undefined => keys.get(id),
    /** Returns how the launch token of this name ended; undefined if it is none of this start's. */
    endOf: (id: string): LaunchEnd | undefined => ended.get(id),
    /** Uses up a launch token and stores the tab's secret; false if the token is gone. */
    redeem(key: Key, tabSecret: string): boolean {
      if (!remove(key, 'used')) return false;
      add('tab', tabSecret);
      return true;
    },
    close(): void {
      for (const key of keys.values()) remove(key, 'expired');
    },
  };
}
export type Keys = ReturnType<typeof createKeys>;
