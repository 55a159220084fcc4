/** A refusal in OpenAI's error shape: `{"error": {message, type, param, code}}`. */
export class GenaiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(
    status: number,
    message: string,
    where: { readonly code?: string; readonly param?: string } = {},
  ) {
    super(message);
    this.name = 'GenaiError';
    this.status = status;
    this.code = where.code ?? null;
    this.param = where.param ?? null;
  }

  toBody(): unknown {
    const type = this.status >= 500 ? 'server_error' : 'invalid_request_error';
    return { error: { message: this.message, type, param: this.param, code: this.code } };
  }
}
