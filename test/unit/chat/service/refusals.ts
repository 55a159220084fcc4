import { statusError } from '../../../../main/chat/service/errors.ts';

/** The model that the answers of these servers name. */
export const model = 'beta-7b';
export const errorFor = (status: number, body: unknown) =>
  statusError(
    {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      url: 'https://server.test/v1/chat/completions',
    },
    { model },
  ).toData();

/** Flat, as vLLM up to 0.9 and SGLang answer. */
export const flat = (message: string, type = 'BadRequestError', code = 400) => ({
  ...{ object: 'error', message, type, param: null, code },
});
export const nested = (
  message: unknown,
  type: string | null = 'BadRequestError',
  code: unknown = 400,
) => ({
  error: { message, type, param: null, code },
});
export const wrapped = (inner: string) =>
  `litellm.BadRequestError: litellm.ContextWindowExceededError: ${inner}\nReceived Model Group=beta-7b\nAvailable Model Group Fallbacks=None`;
