import { describe, expect, test } from 'vitest';
import { createKeychain, type Storage } from '../../../../main/hosts/electron/keychain.ts';

type Backend = ReturnType<Storage['getSelectedStorageBackend']>;

/** How Chromium tags what it seals on Linux: by its published key, the Secret Service's or the portal's. */
type Tag = 'v10' | 'v11' | 'v12';

/** Seals by turning the text around behind the tag; enough to see what goes through. */
const sealAs = (tag: Tag, text: string) => Buffer.from(tag + [...text].reverse().join(''));
const open = (sealed: Buffer) => [...sealed.toString().slice(3)].reverse().join('');

interface Fake {
  readonly backend?: Backend;
  readonly available?: boolean;
  readonly tag?: Tag;
  readonly shouldReEncrypt?: boolean;
}

function oldStorage({ backend = 'gnome_libsecret', available = true, tag = 'v11' }: Fake): Storage {
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => available,
    encryptString: (text) => sealAs(tag, text),
    decryptString: (sealed) => {
      if (!available) throw new Error('not available');
      return open(sealed);
    },
  };
}

/**
 * Since Electron 42, with Chromium 148: available whatever the keyring does, and what was sealed by the published key
 * is opened, with the wish to seal it again where there is another key.
 */
function newStorage(fake: Fake): Storage {
  const { backend = 'gnome_libsecret', available = true, tag = 'v11' } = fake;
  const refuse = () => {
    throw new Error('the synchronous half is deprecated');
  };
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: refuse,
    encryptString: refuse,
    decryptString: refuse,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => sealAs(tag, text),
    decryptStringAsync: async (sealed) => ({
      shouldReEncrypt: fake.shouldReEncrypt ?? sealed.toString('latin1', 0, 3) !== tag,
      result: open(sealed),
    }),
  };
}

const secret = new Uint8Array(256).map((_, index) => index);
const sealedBefore = (tag: Tag) => sealAs(tag, Buffer.from(secret).toString('base64'));
const unavailable = { code: 'vault-keychain-unavailable' };

describe.each([
  { kind: 'synchronous', make: oldStorage },
  { kind: 'asynchronous', make: newStorage },
])('the $kind safeStorage', ({ make }) => {
  test('seals any bytes and gives them back', async () => {
    const keychain = createKeychain(make({}), 'linux');
    const sealed = await keychain.seal(secret);
    expect(sealed).not.toEqual(secret);
    expect(await keychain.unseal(sealed)).toEqual({ plain: secret, by: 'current' });
    expect(await keychain.state()).toEqual({ available: true });
  });

  test.each(['gnome_libsecret', 'kwallet6', 'basic_text', 'unknown'] as const)(
    'is refused on Linux where the key is a fixed one, whatever the desktop is called: %s',
    async (backend) => {
      const keychain = createKeychain(make({ backend, tag: 'v10' }), 'linux');
      expect(await keychain.state()).toEqual({ available: false, problem: 'fixed-key' });
      await expect(keychain.seal(secret)).rejects.toMatchObject(unavailable);
      await expect(keychain.unseal(sealedBefore('v11'))).rejects.toMatchObject(unavailable);
    },
  );

  test.each([
    { backend: 'basic_text', tag: 'v11' },
    { backend: 'unknown', tag: 'v11' },
    { backend: 'basic_text', tag: 'v12' },
  ] as const)(
    'is taken on Linux where the key is the keyring’s, whatever the desktop is called: $backend, $tag',
    async (fake) => {
      const keychain = createKeychain(make(fake), 'linux');
      expect(await keychain.state()).toEqual({ available: true });
      expect(await keychain.unseal(await keychain.seal(secret))).toMatchObject({ plain: secret });
    },
  );

  test.each(['darwin', 'win32'] as const)(
    'is taken on %s, where every key has the tag of Linux’s fixed one',
    async (platform) => {
      const keychain = createKeychain(make({ tag: 'v10' }), platform);
      expect(await keychain.state()).toEqual({ available: true });
      const sealed = await keychain.seal(secret);
      expect(await keychain.unseal(sealed)).toEqual({ plain: secret, by: 'current' });
    },
  );

  test('says of what it opens that it was sealed by the fixed key', async () => {
    const keychain = createKeychain(make({}), 'linux');
    const opened = await keychain.unseal(sealedBefore('v10'));
    expect(opened).toEqual({ plain: secret, by: 'fixed-key' });
  });

  test.each([
    { platform: 'linux', backend: 'unknown', problem: 'no-keyring' },
    { platform: 'linux', backend: 'gnome_libsecret', problem: 'no-keyring' },
    { platform: 'linux', backend: 'basic_text', problem: 'fixed-key' },
    { platform: 'darwin', backend: 'unknown', problem: 'failed' },
    { platform: 'win32', backend: 'unknown', problem: 'failed' },
  ] as const)(
    'not available on $platform, $backend: $problem',
    async ({ platform, backend, problem }) => {
      const keychain = createKeychain(make({ backend, available: false }), platform);
      expect(await keychain.state()).toEqual({ available: false, problem });
    },
  );

  test('what it cannot open is an error, not garbage', async () => {
    const wrong = () => {
      throw new Error('another key');
    };
    const made = make({});
    const storage: Storage = {
      ...made,
      decryptString: wrong,
      ...(made.decryptStringAsync && { decryptStringAsync: async () => wrong() }),
    };
    for (const tag of ['v10', 'v11'] as const) {
      const opening = createKeychain(storage, 'linux').unseal(sealedBefore(tag));
      await expect(opening).rejects.toMatchObject(unavailable);
    }
  });

  test('a key that was lost between the probe and the sealing seals nothing', async () => {
    let calls = 0;
    const tag = (): Tag => (calls++ === 0 ? 'v11' : 'v10');
    const made = make({});
    const storage: Storage = {
      ...made,
      encryptString: (text) => sealAs(tag(), text),
      ...(made.encryptStringAsync && {
        encryptStringAsync: async (text: string) => sealAs(tag(), text),
      }),
    };
    await expect(createKeychain(storage, 'linux').seal(secret)).rejects.toMatchObject(unavailable);
  });
});

test('where only the fixed key is left, what it sealed is opened for another protection', async () => {
  const keychain = createKeychain(newStorage({ tag: 'v10' }), 'linux');
  const opened = await keychain.unseal(sealedBefore('v10'));
  expect(opened).toEqual({ plain: secret, by: 'fixed-key' });
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'hands on that it wants to be sealed again: %s',
  async (platform) => {
    const keychain = createKeychain(newStorage({ shouldReEncrypt: true }), platform);
    const opened = await keychain.unseal(sealedBefore('v11'));
    expect(opened).toEqual({ plain: secret, by: 'older' });
  },
);

test.each([
  {
    kind: 'synchronous, on a desktop that it knows',
    storage: oldStorage({ backend: 'gnome_libsecret' }),
    asks: true,
  },
  {
    kind: 'synchronous, on another desktop',
    storage: oldStorage({ backend: 'basic_text' }),
    asks: false,
  },
  { kind: 'asynchronous', storage: newStorage({ backend: 'basic_text' }), asks: true },
])(
  'a locked keyring is not touched, for its prompt would come at each use: $kind',
  async ({ storage, asks }) => {
    const touched: string[] = [];
    const watched = new Proxy(storage, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function' || !/ncrypt/.test(String(name))) return value;
        return (...given: unknown[]) => {
          touched.push(String(name));
          return Reflect.apply(value, of, given);
        };
      },
    });
    let isLocked = true;
    const prompts: string[] = [];
    const keychain = createKeychain(watched, 'linux', {
      state: async () => (isLocked ? 'locked' : 'open'),
      async unlock() {
        prompts.push('unlock');
        isLocked = false;
      },
    });
    touched.length = 0;
    const state = await keychain.state();
    if (!asks) {
      expect(state).toEqual({ available: true });
      return;
    }
    expect(state).toEqual({ available: false, problem: 'locked' });
    const locked = { code: 'vault-keychain-locked' };
    await expect(keychain.seal(secret)).rejects.toMatchObject(locked);
    await expect(keychain.unseal(sealedBefore('v11'))).rejects.toMatchObject(locked);
    expect(touched).toEqual([]);
    expect(prompts).toEqual([]);
    await keychain.unlock?.();
    expect(await keychain.state()).toEqual({ available: true });
    expect(prompts).toEqual(['unlock']);
  },
);

test('a keyring that is not made yet is made with the first secret, not at the start', async () => {
  let tag: Tag = 'v10';
  const sealed: string[] = [];
  const made = oldStorage({ backend: 'gnome_libsecret' });
  const storage: Storage = {
    ...made,
    encryptString(text) {
      sealed.push(text);
      return sealAs(tag, text);
    },
  };
  const keychain = createKeychain(storage, 'linux', {
    state: async () => 'missing',
    unlock: async () => undefined,
  });
  expect(await keychain.state()).toEqual({ available: true });
  await expect(keychain.unseal(sealedBefore('v11'))).rejects.toMatchObject(unavailable);
  expect(sealed).toEqual([]);
  // the user has cancelled the prompt, so Electron takes its fixed key
  await expect(keychain.seal(secret)).rejects.toMatchObject(unavailable);
  tag = 'v11';
  expect(Buffer.from(await keychain.seal(secret)).toString('latin1', 0, 3)).toBe('v11');
});
