/** What is signed or notarised by which variables of the environment; electron-builder reads them itself. */
const ways = [
  {
    platform: 'win',
    what: 'Windows: signed',
    // A certificate with its key (a path or base64), and its password.
    sets: [['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']],
  },
  {
    platform: 'mac',
    what: 'macOS: signed',
    sets: [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']],
  },
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
      const found = all.find((names) => names.every((name) => isSet(env, name)));
      if (found !== undefined) return `${what} by ${found.join(', ')}`;
      const begun = all.find((names) => names.some((name) => isSet(env, name)));
      if (begun !== undefined) {
        const lacking = begun.filter((name) => !isSet(env, name));
        throw new Error(`${what}: ${lacking.join(', ')} is not set. Set it, or none of its kind.`);
      }
      const choices = all.map((names) => names.join(', ')).join('; or ');
      return `${what.replace(': ', ': not ')}: it takes ${choices}`;
    });
}

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';
