/** Variables with which Microsoft's own libraries sign in to Azure (EnvironmentCredential). */
const azureSecret = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'] as const;
const azureFile = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_CERTIFICATE_PATH'] as const;
/** The signing account there, and the signer's name. */
const azureProfile = [
  'WIN_AZURE_ENDPOINT',
  'WIN_AZURE_ACCOUNT',
  'WIN_AZURE_PROFILE',
  'WIN_AZURE_PUBLISHER',
] as const;

const macIdentity = [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']] as const;

/** Ways of signing and notarising, with their environment variables. */
const ways = [
  {
    platform: 'win',
    what: 'Windows: signed',
    sets: [
      // A certificate with its key (a path or base64), and its password; electron-builder reads them itself.
      ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
      // A certificate in the Windows store, a token's for example, by its subject or fingerprint.
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
 * Returns what of the platforms' packages will be signed and what will not, a line each, without values.
 * @throws Error if a way is set incompletely: a release that was meant to be signed is not made unsigned
 */
export function signingPlan(platforms: readonly ('win' | 'mac')[], env: Environment): string[] {
  return ways
    .filter(({ platform }) => platforms.includes(platform))
    .map(({ what, sets }) => {
      const all: readonly (readonly string[])[] = sets;
      const found = all.find((names) => isWhole(env, names));
      if (found !== undefined) return `${what} by ${found.join(', ')}`;
      // those of Azure may be set for other programs
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

/** electron-builder's flags for a Windows certificate store or Azure; none for a file, which it reads itself. */
function windowsFlags(env: Environment): string[] {
  const [file, subject, fingerprint] = ways[0].sets;
  if (isWhole(env, file)) return [];
  if (isWhole(env, subject)) {
    return [`-c.win.signtoolOptions.certificateSubjectName=${env.WIN_CSC_SUBJECT_NAME}`];
  }
  if (isWhole(env, fingerprint)) {
    return [`-c.win.signtoolOptions.certificateSha1=${env.WIN_CSC_SHA1}`];
  }
  if (!isWhole(env, azureProfile)) return [];
  const options = ['endpoint', 'codeSigningAccountName', 'certificateProfileName', 'publisherName'];
  return options.map((option, at) => {
    const variable = azureProfile[at];
    return `-c.win.azureSignOptions.${option}=${variable && env[variable]}`;
  });
}

/** Part of the name of a package that is no release (`refuseUnsigned`). */
export const unsignedMark = '-unsigned';

/**
 * Without an identity the app for macOS is signed ad hoc, which Apple silicon asks for, and without the hardened
 * runtime, which would refuse Electron's frameworks then. Such a package is to try, and its name says so.
 * @param artifactName of signed packages
 */
function macFlags(env: Environment, artifactName: string): string[] {
  if (macIdentity.some((names) => isWhole(env, names))) return [];
  const unsigned = artifactName.replace(/\.[^.]*$/, (ending) => `${unsignedMark}${ending}`);
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false', `-c.mac.artifactName=${unsigned}`];
}

/** electron-builder's flags beside electron-builder.yml, by what the environment has to sign with. */
export function signingFlags(env: Environment, mac: { readonly artifactName: string }): string[] {
  return [...windowsFlags(env), ...macFlags(env, mac.artifactName)];
}

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';
const isWhole = (env: Environment, names: readonly string[]): boolean =>
  names.every((name) => isSet(env, name));
