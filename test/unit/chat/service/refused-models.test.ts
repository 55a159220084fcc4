import { describe, expect, test } from 'vitest';
import { statusError } from '../../../../main/chat/service/errors.ts';
import { capture, capturesPresent } from '../../../support/files/captures.ts';
import { errorFor, flat, model, nested } from './refusals.ts';

describe('what only sounds like an overflow stays what it is', () => {
  test.each<[string, number, unknown, string]>([
    [
      'a limit of tokens a minute',
      429,
      nested(
        'Rate limit reached: Limit 6000, Requested 7000 tokens per minute',
        'tokens',
        'rate_limit_exceeded',
      ),
      'http-rate-limited',
    ],
    [
      'an unknown field',
      400,
      nested('Unrecognized request argument supplied: context_length'),
      'http-status',
    ],
    [
      'a limit of the answer alone',
      400,
      nested(
        'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
        'invalid_request_error',
        'invalid_value',
      ),
      'http-status',
    ],
    [
      'a wrong image',
      400,
      nested('Unsupported image format: image/tiff is not supported'),
      'http-status',
    ],
    [
      'too many images',
      400,
      nested('At most 4 image(s) may be provided in one prompt.'),
      'http-status',
    ],
    ['no such path', 404, { detail: 'Not Found' }, 'http-not-found'],
    ['no such file', 404, nested('File Not Found', 'not_found_error', 404), 'http-not-found'],
    ['a wrong field of a model', 400, nested('model is required'), 'http-status'],
    ['a server that fails', 500, nested('The model crashed'), 'http-status'],
  ])('%s', (_what, status, body, code) => {
    expect(errorFor(status, body).code).toBe(code);
  });
});

describe('a model that does not read images says so in many words', () => {
  test.each<[string, number, unknown]>([
    ['vLLM', 400, nested('beta-7b is not a multimodal model')],
    ['vLLM, none allowed', 400, nested('At most 0 image(s) may be provided in one prompt.')],
    [
      'OpenAI',
      400,
      nested(
        'Invalid content type. image_url is only supported by certain models.',
        'invalid_request_error',
        null,
      ),
    ],
    ['OpenRouter', 404, nested('No endpoints found that support image input', null, 404)],
    ['Ollama', 400, nested('this model does not support image input', 'api_error', null)],
    [
      'Ollama, its model file',
      500,
      nested('this model is missing data required for image input', 'api_error', null),
    ],
    [
      'DeepSeek',
      400,
      nested(
        'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 180',
      ),
    ],
    [
      'LiteLLM before Bedrock',
      400,
      nested(
        'litellm.BadRequestError: BedrockException - {"message":"This model doesn\'t support the image content block"}',
        null,
        '400',
      ),
    ],
    ['Mistral', 400, flat('Image input is not enabled for this model', 'invalid_request_error')],
    ['images', 422, nested('images are not supported')],
  ])('%s', (_server, status, body) => {
    expect(errorFor(status, body)).toMatchObject({
      code: 'image-not-supported',
      details: { model },
      retryable: false,
    });
  });
});

describe('a model that the service does not offer any more is told as such, never as a wrong address', () => {
  test.each<[string, number, unknown]>([
    [
      'OpenAI',
      404,
      nested(
        'The model `beta-7b` does not exist or you do not have access to it.',
        'invalid_request_error',
        'model_not_found',
      ),
    ],
    ['vLLM to 0.9', 404, flat('The model `beta-7b` does not exist.', 'NotFoundError', 404)],
    ['vLLM', 404, nested('The model `beta-7b` does not exist.', 'NotFoundError', 404)],
    [
      'Azure',
      404,
      nested(
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
        null,
        'DeploymentNotFound',
      ),
    ],
    ['Ollama', 404, nested('model "beta-7b" not found, try pulling it first', 'api_error', null)],
    ['Ollama, newer', 404, { error: "model 'beta-7b' not found" }],
    [
      'LiteLLM',
      400,
      nested(
        "{'error': '/chat/completions: Invalid model name passed in model=beta-7b. Call `/v1/models` to view available models for your key.'}",
        'None',
        '400',
      ),
    ],
    [
      'LiteLLM, an object',
      400,
      nested(
        { error: '/chat/completions: Invalid model name passed in model=beta-7b' },
        'None',
        '400',
      ),
    ],
    [
      'LiteLLM, not for this key',
      401,
      nested(
        "key not allowed to access model. This key can only access models=['alpha']. Tried to access beta-7b",
        'key_model_access_denied',
        '401',
      ),
    ],
    ['OpenRouter', 400, nested('beta-7b is not a valid model ID', null, 400)],
    [
      'Groq',
      400,
      nested(
        'The model `beta-7b` has been decommissioned and is no longer supported.',
        'invalid_request_error',
        'model_decommissioned',
      ),
    ],
    ['Mistral', 400, flat('Invalid model: beta-7b', 'invalid_model', 1500)],
  ])('%s', (_server, status, body) => {
    expect(errorFor(status, body)).toMatchObject({
      code: 'model-gone',
      details: { model, host: 'server.test', status },
      retryable: false,
    });
  });

  test('only of what asked for a model: the list of models itself may be at a wrong address', () => {
    const body = Buffer.from('{"error":{"message":"x","code":"model_not_found"}}');
    const answer = { status: 404, headers: {}, body, url: 'https://server.test/v1/models' };
    expect(statusError(answer).code).toBe('http-not-found');
  });

  test.skipIf(!capturesPresent)('as a capture of llama-server says it', () => {
    expect(errorFor(400, capture('router-error-unknown-model.json').toString())).toMatchObject({
      code: 'model-gone',
    });
    expect(errorFor(404, capture('error-not-found.json').toString()).code).toBe('http-not-found');
  });
});

test('numbers without end, and words without end, are read in their time', () => {
  const many = 'context length '.repeat(300) + '9'.repeat(4000);
  const { code, details } = errorFor(400, nested(`maximum ${many}`));
  expect(code).toBe('context-overflow');
  expect(details.contextLength).toBeUndefined();
  expect(
    errorFor(400, nested(`maximum context length is ${'1'.repeat(300)}`)).details,
  ).not.toHaveProperty('contextLength');
});
