import type { Configuration } from 'electron-builder';

/** By which variables Microsoft's own libraries sign in to Azure (EnvironmentCredential). */
const azureSecret = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'] as const;
const azureFile = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_CERTIFICATE_PATH'] as const;
/** What is signed with there, and by whose name. */
const azureProfile = [
  'WIN_AZURE_ENDPOINT',
  'WIN_AZURE_ACCOUNT',
  'WIN_AZURE_PROFILE',
  'WIN_AZURE_PUBLISHER',
] as const;

const macIdentity = [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']] as const;

/** What is signed or notarised by which variables of the environment. */
const ways = [
  {
    platform: 'win',
    what: 'Windows: signed',
    sets: [
      // A certificate with its key (a path or base64), and its password; electron-builder reads them itself.
      ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
      // One of the Windows certificate store, a token's for example, by its subject or fingerprint.
      ['WIN_CSC_SUBJECT_NAME'],
      ['WIN_CSC_SHA1'],
      [...azureProfile, ...azureSecret],
      [...azureProfile, ...azureFile],
    ],
  },
  { platform: 'mac', what: 'macOS: signed', sets: macIdentity },
  {
    platform: 'mac',
    what: 'macOS: notarised',
    sets: [
      ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
      ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ['APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
    ],
  },
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What will be signed of the platforms' packages and what will not, a line each; values are not told.
 * @throws Error where a way is set in part: a release that was meant to be signed is not made without
 */
export function signingPlan(platforms: readonly ('win' | 'mac')[], env: Environment): string[] {
  return ways
    .filter(({ platform }) => platforms.includes(platform))
    .map(({ what, sets }) => {
      const all: readonly (readonly string[])[] = sets;
      const found = all.find((names) => isWhole(env, names));
      if (found !== undefined) return `${what} by ${found.join(', ')}`;
      // those of Azure may be there for other programs
      const begun = all.find((names) =>
        names.some((name) => !name.startsWith('AZURE_') && isSet(env, name)),
      );
      if (begun !== undefined) {
        const lacking = begun.filter((name) => !isSet(env, name));
        throw new Error(`${what}: ${lacking.join(', ')} is not set. Set it, or none of its kind.`);
      }
      const choices = all.map((names) => names.join(', ')).join('; or ');
      return `${what.replace(': ', ': not ')}: it takes ${choices}`;
    });
}

/** What electron-builder has to be told of a Windows certificate store or of Azure; nothing for a file. */
export function windowsSigning(env: Environment): Partial<NonNullable<Configuration['win']>> {
  const [file, subject, fingerprint] = ways[0].sets;
  if (isWhole(env, file)) return {};
  const { WIN_CSC_SUBJECT_NAME: certificateSubjectName, WIN_CSC_SHA1: certificateSha1 } = env;
  if (isWhole(env, subject)) return { signtoolOptions: { certificateSubjectName } };
  if (isWhole(env, fingerprint)) return { signtoolOptions: { certificateSha1 } };
  if (!isWhole(env, azureProfile)) return {};
  const [
    endpoint = '',
    codeSigningAccountName = '',
    certificateProfileName = '',
    publisherName = '',
  ] = azureProfile.map((name) => env[name] ?? '');
  return {
    azureSignOptions: { endpoint, codeSigningAccountName, certificateProfileName, publisherName },
  };
}

/** Stands in the name of a package that is no release (`refuseUnsigned`). */
export const unsignedMark = '-unsigned';

/**
 * How the app for macOS is signed. Without an identity it is signed ad hoc, which Apple silicon asks for, and without
 * the hardened runtime, which would refuse Electron's frameworks then; such a package is to try, and its name says so.
 */
export function macSigning(env: Environment): {
  readonly mark: string;
  readonly mac: Partial<NonNullable<Configuration['mac']>>;
} {
  return macIdentity.some((names) => isWhole(env, names))
    ? { mark: '', mac: { hardenedRuntime: true } }
    : { mark: unsignedMark, mac: { identity: '-', hardenedRuntime: false } };
}

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';
const isWhole = (env: Environment, names: readonly string[]): boolean =>
  names.every((name) => isSet(env, name));
