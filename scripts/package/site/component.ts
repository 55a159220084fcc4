/** A part in CycloneDX 1.6, with the fields that we use. */
export interface Component {
  readonly type: 'application' | 'framework' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly cpe?: string;
  readonly purl?: string;
  readonly licenses: readonly Licence[];
  readonly hashes?: readonly Hash[];
  readonly externalReferences?: readonly Reference[];
}

type Licence =
  | { readonly license: { readonly id: string } | { readonly name: string } }
  | { readonly expression: string };

interface Hash {
  readonly alg: string;
  readonly content: string;
}

/** Where to find more about it. */
export interface Reference {
  readonly type: 'website' | 'vcs' | 'license' | 'distribution' | 'release-notes';
  readonly url: string;
  readonly comment?: string;
  readonly hashes?: readonly Hash[];
}

export const sha256Of = (content: string): Hash => ({ alg: 'SHA-256', content });

/** Returns a hash in the form of npm's lock files; none without one. */
export function integrity(text: string | undefined): readonly Hash[] {
  const [, algorithm = '', hash = ''] = /^(sha\d+)-(.+)$/.exec(text ?? '') ?? [];
  if (hash === '') return [];
  const content = Buffer.from(hash, 'base64').toString('hex');
  return [{ alg: algorithm.replace('sha', 'SHA-'), content }];
}

export const npmUrl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}${version === '' ? '' : `@${version}`}`;
