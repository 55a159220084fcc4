import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { isRecord, readJsonFile, writePrivateFile } from '../files.ts';

/** Secrets of the identity provider; two of them are given to the app. */
export interface IdentitySecrets {
  readonly signingKey: JWK;
  readonly cookieKey: string;
  readonly clientSecret: string;
  readonly initialAccessToken: string;
}

/** Loads the secrets at `path`, or creates them. */
export async function openIdentitySecrets(path: string): Promise<IdentitySecrets> {
  const stored = await readJsonFile(path);
  if (isComplete(stored)) return stored;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const made = {
    signingKey: {
      ...privateKey.export({ format: 'jwk' }),
      kty: 'RSA',
      use: 'sig',
      alg: 'RS256',
      kid: randomBytes(8).toString('hex'),
    },
    cookieKey: randomBytes(32).toString('base64url'),
    clientSecret: randomBytes(24).toString('base64url'),
    initialAccessToken: randomBytes(24).toString('base64url'),
  };
  await writePrivateFile(path, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function isComplete(stored: unknown): stored is IdentitySecrets {
  return (
    isRecord(stored) &&
    isRecord(stored.signingKey) &&
    ['cookieKey', 'clientSecret', 'initialAccessToken'].every(
      (name) => typeof stored[name] === 'string',
    )
  );
}
