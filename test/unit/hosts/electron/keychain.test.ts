import { describe, expect, test } from 'vitest';
import { createKeychain, type Storage } from '../../../../main/hosts/electron/keychain.ts';

type Backend = ReturnType<Storage['getSelectedStorageBackend']>;

/** Seals by turning the text around; enough to see what goes through. */
const turn = (text: string) => [...text].reverse().join('');

function oldStorage(backend: Backend, available = true): Storage {
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => available,
    encryptString: (text) => Buffer.from(turn(text)),
    decryptString: (sealed) => turn(sealed.toString()),
  };
}

function newStorage(backend: Backend, available = true): Storage {
  const refuse = () => {
    throw new Error('the synchronous half is deprecated');
  };
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: refuse,
    encryptString: refuse,
    decryptString: refuse,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => Buffer.from(turn(text)),
    decryptStringAsync: async (sealed) => ({
      shouldReEncrypt: false,
      result: turn(sealed.toString()),
    }),
  };
}

describe.each([
  { kind: 'synchronous', make: oldStorage },
  { kind: 'asynchronous', make: newStorage },
])('the $kind safeStorage', ({ make }) => {
  test('seals any bytes and gives them back', async () => {
    const keychain = createKeychain(make('gnome_libsecret'), 'linux');
    const secret = new Uint8Array(256).map((_, index) => index);
    const sealed = await keychain.seal(secret);
    expect(sealed).not.toEqual(secret);
    expect(await keychain.unseal(sealed)).toEqual(secret);
    expect(await keychain.state()).toEqual({ available: true, backend: 'gnome_libsecret' });
  });

  test('is refused on Linux where the key is a fixed one', async () => {
    const keychain = createKeychain(make('basic_text'), 'linux');
    expect(await keychain.state()).toEqual({ available: false, problem: 'fixed-key' });
    for (const work of [keychain.seal, keychain.unseal]) {
      await expect(work(new Uint8Array(4))).rejects.toMatchObject({
        code: 'vault-keychain-unavailable',
      });
    }
  });

  test.each([
    { platform: 'linux', problem: 'no-keyring' },
    { platform: 'darwin', problem: 'failed' },
    { platform: 'win32', problem: 'failed' },
  ] as const)('not available on $platform: $problem', async ({ platform, problem }) => {
    const keychain = createKeychain(make('unknown', false), platform);
    expect(await keychain.state()).toEqual({ available: false, problem });
  });

  test('what it cannot open is an error, not garbage', async () => {
    const storage = {
      ...make('kwallet6'),
      decryptString: () => {
        throw new Error('another key');
      },
      ...(kindHasAsync(make)
        ? { decryptStringAsync: () => Promise.reject(new Error('another key')) }
        : {}),
    };
    await expect(createKeychain(storage, 'linux').unseal(new Uint8Array(4))).rejects.toMatchObject({
      code: 'vault-keychain-unavailable',
    });
  });
});

function kindHasAsync(make: (backend: Backend) => Storage): boolean {
  return make('kwallet6').decryptStringAsync !== undefined;
}
