/** A piece of a request: text, a secret that comes from the environment, or a file. */
export type Piece =
  | string
  | {
      /** Name of the environment variable. */
      readonly secret: string;
      /** It is percent-encoded. */
      readonly encoded: boolean;
    }
  | { readonly file: string };

/** Any request by another program, without its secrets. */
export interface RequestUse {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly { readonly name: string; readonly value: readonly Piece[] }[];
  readonly body: readonly Piece[] | null;
  /** Path or name of the PEM file with certificate, chain and key; null: none. */
  readonly certificate: string | null;
  /** The key in it has a passphrase. */
  readonly encrypted: boolean;
  /** The server has authorities of its own, in `authoritiesFile`. */
  readonly ownAuthorities: boolean;
}

export const hasSecret = (pieces: readonly Piece[]): boolean => secretsOf(pieces).length > 0;

export const hasFile = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => typeof piece !== 'string' && 'file' in piece);

/** Names of the variables, each once. */
export const secretsOf = (pieces: readonly Piece[]): readonly string[] => [
  ...new Set(
    pieces.flatMap((piece) => (typeof piece !== 'string' && 'secret' in piece ? piece.secret : [])),
  ),
];

export const piecesOf = ({ url, headers, body }: RequestUse): readonly Piece[] => [
  ...url,
  ...headers.flatMap(({ value }) => value),
  ...(body ?? []),
];
