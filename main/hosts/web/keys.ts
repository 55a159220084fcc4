import { signed } from '../../../preload/contract/handshake.ts';
import { prove, randomWord } from './proof.ts';

/** Whose a secret is: a first visit's, a tab's, or that of the user who can read the data folder. */
export type KeyKind = 'launch' | 'tab' | 'owner';

export interface Key {
  readonly kind: KeyKind;
  readonly secret: string;
}

/** The secrets that open this web host, each found by a name that does not give it away; gone with the process. */
export function createKeys() {
  const keys = new Map<string, Key>();
  const expiries = new Map<Key, { timer: NodeJS.Timeout; ended: () => void }>();

  const add = (kind: KeyKind, secret: string): Key => {
    const key: Key = { kind, secret };
    keys.set(prove(secret, signed.id), key);
    return key;
  };
  const remove = (key: Key): boolean => {
    const expiry = expiries.get(key);
    clearTimeout(expiry?.timer);
    expiries.delete(key);
    const was = keys.delete(prove(key.secret, signed.id));
    expiry?.ended();
    return was;
  };

  return {
    owner: add('owner', randomWord()).secret,
    /**
     * A token for one first visit.
     * @param lifetime ms
     * @param ended Called once, when it was used or is over
     */
    launch(lifetime: number, ended: () => void): string {
      const key = add('launch', randomWord());
      const timer = setTimeout(() => remove(key), lifetime);
      timer.unref();
      expiries.set(key, { timer, ended });
      return key.secret;
    },
    find: (id: string): Key | undefined => keys.get(id),
    /** Takes a launch token for good and knows the tab's secret from then on; false where it is gone already. */
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
