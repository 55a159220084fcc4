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
      ...(id_token === null ? {} : { id_token }),
    };
  };
}
