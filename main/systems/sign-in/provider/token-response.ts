import { decodePart } from '../tokens.ts';
import type { TokenAnswer } from './token-answer.ts';

/** A parsed token response. oauth4webapi, which checks it further, gets the parsed value instead of a text. */
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

/** Claims whose numbers some providers send as text. */
const times = ['exp', 'iat', 'nbf'] as const;

/**
 * Normalises these claims for oauth4webapi's checks, which refuse a token for an unrequested `auth_time`, and for a
 * time as text. The signature is checked over the original token (`grants`).
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
