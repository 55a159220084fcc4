import { signedTexts } from '../../../preload/contract/handshake.ts';
import { createProof, randomToken } from './proof.ts';

/** Owner of a secret: a first visit, a tab, or the user who can read the data folder. */
export type KeyKind = 'launch' | 'tab' | 'owner';

export interface Key {
  readonly kind: KeyKind;
  readonly secret: string;
}

/** The secrets for this web host, each found by a name that does not reveal it; gone with the process. */
export function createKeys() {
  const keys = new Map<string, Key>();
  const expiries = new Map<Key, { timer: NodeJS.Timeout; ended: () => void }>();

  const add = (kind: KeyKind, secret: string): Key => {
    const key: Key = { kind, secret };
    keys.set(createProof(secret, signedTexts.id), key);
    return key;
  };
  const remove = (key: Key): boolean => {
    const expiry = expiries.get(key);
    clearTimeout(expiry?.timer);
    expiries.delete(key);
    const was = keys.delete(createProof(key.secret, signedTexts.id));
    expiry?.ended();
    return was;
  };

  return {
    owner: add('owner', randomToken()).secret,
    /**
     * Returns a token for one first visit.
     * @param lifetime ms
     * @param ended called once, when it was used or has expired
     */
    launch(lifetime: number, ended: () => void): string {
      const key = add('launch', randomToken());
      const timer = setTimeout(() => remove(key), lifetime);
      timer.unref();
      expiries.set(key, { timer, ended });
      return key.secret;
    },
    find: (id: string): Key | undefined => keys.get(id),
    /** Uses up a launch token and stores the tab's secret; false if the token is gone. */
    redeem(key: Key, tabSecret: string): boolean {
      if (!remove(key)) return false;
      add('tab', tabSecret);
      return true;
    },
    close(): void {
      for (const key of keys.values()) remove(key);
    },
  };
}
export type Keys = ReturnType<typeof createKeys>;
