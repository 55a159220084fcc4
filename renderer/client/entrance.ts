import { parseJson } from '../../common/texts/json.ts';
import { bytes32, helloPath, signedTexts, tokenField } from '../../preload/contract/handshake.ts';

/** The tab's side of one handshake (preload/contract/handshake.ts). */
export interface Greeting {
  /** Path of the connection request, with the tab's first message; a promise if the secret is new to the tab. */
  readonly path: string | Promise<string>;
  /** The tab's proof; null for a host that has not proven itself, which receives nothing more. */
  answer(challenge: string): Promise<string | null>;
  /** Called when the host has let the tab in. */
  welcomed(): void;
  /** Called when the host does not know the secret. True if another one is left to try. */
  unknown(): boolean;
}

export interface Entrance {
  greet(): Greeting;
  /** Returns the path of the page that says why the tab's first secret is not accepted. */
  failedPage(): string;
}

/** Maximum characters of an unauthenticated message. */
const longest = 1000;
/**
 * sessionStorage is private to the tab and the origin, port included; reloads and duplicates share it. It stores the
 * secret and, after a dot, its id, so that a reload can request its connection at once: computing the id takes a moment
 * longer.
 */
const memory = 'compute-desk-secret';
/** Stored likewise: the launch token until the host has answered it, because the tab may be reloaded before that. */
const arrival = 'compute-desk-token';

/**
 * The tab's secrets: the launch token of its address, which it removes from there at once, and the stored one. Null if
 * it has neither.
 */
export function findEntrance(page: Window): Entrance | null {
  const { location, history, sessionStorage } = page;
  const given = new URLSearchParams(location.hash.slice(1)).get(tokenField);
  if (given !== null) {
    if (bytes32.test(given)) sessionStorage.setItem(arrival, given);
    history.replaceState(null, '', location.pathname);
  }
  const token = sessionStorage.getItem(arrival);
  const [kept = '', keptId = ''] = (sessionStorage.getItem(memory) ?? '').split('.');
  let secrets = [token ?? '', kept].filter((one) => bytes32.test(one));
  let turn = 0;
  let firstId = '';
  const keep = (secret: string, id: string): void => {
    sessionStorage.setItem(memory, `${secret}.${id}`);
    secrets = [secret, ...secrets];
  };
  if (secrets.length === 0) return null;

  return {
    failedPage: () => `/?visit=${firstId}`,
    greet() {
      const secret = secrets[turn] ?? '';
      const key = keyOf(secret);
      const nonce = toText(crypto.getRandomValues(new Uint8Array(32)));
      let id = secret === kept && bytes32.test(keptId) ? keptId : '';
      firstId ||= id;
      const makePath = async (): Promise<string> => {
        id = await sign(key, signedTexts.id);
        firstId ||= id;
        return helloPath({ id, nonce });
      };
      const path = id === '' ? makePath() : helloPath({ id, nonce });
      return {
        path,
        async answer(challenge) {
          const nonces = { tab: nonce, host: fieldOf(challenge, 'nonce') };
          const proof = fieldOf(challenge, 'proof');
          // in parallel, because this thread is busy then; neither is used before the host has proven itself
          const [isHost, own, next] = await Promise.all([
            verify(key, signedTexts.host(nonces), proof),
            sign(key, signedTexts.tab(nonces)),
            secret === token ? sign(key, signedTexts.secret(nonces)) : null,
          ]);
          if (!isHost) return null;
          // Stored before it is confirmed: the welcome may get lost, and the token does not work twice.
          if (next !== null) keep(next, await sign(keyOf(next), signedTexts.id));
          return JSON.stringify({ proof: own });
        },
        welcomed() {
          sessionStorage.removeItem(arrival);
          if (secret !== token) keep(secret, id);
          secrets = secrets.slice(0, 1);
          turn = 0;
        },
        unknown() {
          if (secret === token) sessionStorage.removeItem(arrival);
          turn = (turn + 1) % secrets.length;
          return turn > 0;
        },
      };
    },
  };
}

/** Reads a field of an untrusted message; empty if it is not a text. */
function fieldOf(message: string, name: 'nonce' | 'proof'): string {
  if (message.length > longest) return '';
  let fields: unknown;
  try {
    fields = parseJson(message);
  } catch {
    // from a stranger
    return '';
  }
  if (typeof fields !== 'object' || fields === null) return '';
  const value = (fields as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && bytes32.test(value) ? value : '';
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytesOf(secret), hmac, false, ['sign', 'verify']);
}

async function sign(key: Promise<CryptoKey>, text: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.sign('HMAC', await key, bytesOf(text))));
}

async function verify(key: Promise<CryptoKey>, text: string, proof: string): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await key, toBytes(proof), bytesOf(text));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toText(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function toBytes(word: string): Uint8Array<ArrayBuffer> {
  const binary = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
