import { decodePart } from '../tokens.ts';
import type { TokenAnswer } from './token-answer.ts';

/**
 * A token response that has been read. oauth4webapi, which checks it further, is handed what was read in place
 * of a text to parse.
 */
export class TokenResponse extends Response {
  readonly answer: TokenAnswer;

  constructor(answer: TokenAnswer) {
    super(null, { status: 200 });
    this.answer = answer;
  }

  override readonly json = async (): Promise<Record<string, unknown>> => {
    const { access_token, refresh_token, id_token } = this.answer.fields;
    return {
      access_token,
      token_type: 'bearer',
      ...(refresh_token === null ? {} : { refresh_token }),
      ...(id_token === null ? {} : { id_token: withoutOddClaims(id_token) }),
    };
  };
}

/** Claims whose numbers come as text from some providers. */
const times = ['exp', 'iat', 'nbf'] as const;

/**
 * The same claims for oauth4webapi's checks, which refuse a token for an `auth_time` that nobody asked for, and for a
 * time as text. The signature is checked over the token as it came (`grants`).
 */
function withoutOddClaims(idToken: string): string {
  const claims = decodePart(idToken, 1);
  if (claims === null) return idToken;
  const { auth_time: _, ...rest } = claims;
  for (const name of times) {
    const said = rest[name];
    if (typeof said === 'string' && /^\d{1,15}$/.test(said)) rest[name] = Number(said);
  }
  const [header = '', , signature = ''] = idToken.split('.');
  return `${header}.${Buffer.from(JSON.stringify(rest)).toString('base64url')}.${signature}`;
}
