import { describe, expect, test } from 'vitest';
import { eventError, statusError } from '../../../main/genai/errors.ts';
import { readWords } from '../../../main/network/refusal/index.ts';
import { capture, capturesPresent } from '../../support/captures.ts';

const model = 'beta-7b';
const errorFor = (status: number, body: unknown) =>
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
const flat = (message: string, type = 'BadRequestError', code = 400) => ({
  ...{ object: 'error', message, type, param: null, code },
});
const nested = (
  message: unknown,
  type: string | null = 'BadRequestError',
  code: unknown = 400,
) => ({
  error: { message, type, param: null, code },
});
const wrapped = (inner: string) =>
  `litellm.BadRequestError: litellm.ContextWindowExceededError: ${inner}\nReceived Model Group=beta-7b\nAvailable Model Group Fallbacks=None`;

describe('a context overflow is understood with the numbers that it names', () => {
  const cases: [server: string, status: number, body: unknown, numbers: Record<string, number>][] =
    [
      [
        'OpenAI',
        400,
        nested(
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 202868 tokens (202767 in the messages, 101 in the functions). Please reduce the length of the messages or functions.",
          'invalid_request_error',
          'context_length_exceeded',
        ),
        { contextLength: 128_000, inputTokens: 202_868 },
      ],
      [
        'OpenAI, without numbers',
        400,
        nested(
          'Your input exceeds the context window of this model. Please adjust your input and try again.',
          'invalid_request_error',
          'context_length_exceeded',
        ),
        {},
      ],
      [
        'Azure',
        400,
        nested(
          'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
          'invalid_request_error',
          'context_length_exceeded',
        ),
        { contextLength: 272_000, inputTokens: 509_178 },
      ],
      [
        'vLLM to 0.9',
        400,
        flat(
          "This model's maximum context length is 32768 tokens. However, you requested 1007838 tokens (7838 in the messages, 1000000 in the completion). Please reduce the length of the messages or completion.",
        ),
        { contextLength: 32_768, inputTokens: 7838, maxTokens: 1_000_000 },
      ],
      [
        'vLLM from 0.9, the input',
        400,
        nested(
          "This model's maximum context length is 40960 tokens. However, your request has 50000 input tokens. Please reduce the length of the input messages. (parameter=input_tokens, value=50000)",
        ),
        { contextLength: 40_960, inputTokens: 50_000 },
      ],
      [
        'vLLM from 0.10, the answer',
        400,
        nested(
          "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 65536 tokens and your request has 63366 input tokens (4096 > 65536 - 63366). (parameter=max_tokens, value=4096)",
        ),
        { contextLength: 65_536, inputTokens: 63_366, maxTokens: 4096 },
      ],
      [
        'vLLM 0.15',
        400,
        nested(
          "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. Please reduce one or the other.",
        ),
        { contextLength: 2048, inputTokens: 8, maxTokens: 2045 },
      ],
      [
        'vLLM, newest',
        400,
        nested(
          "You passed 4097 input tokens and requested 1 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4095 tokens. Please reduce the length of the input prompt.",
        ),
        { contextLength: 4096, inputTokens: 4097, maxTokens: 1 },
      ],
      [
        'vLLM, a prompt with images',
        400,
        nested(
          'The prompt (total length 25938) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
        ),
        { contextLength: 4096, inputTokens: 25_938 },
      ],
      [
        'vLLM, the decoder',
        400,
        nested(
          'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
        ),
        { contextLength: 4096, inputTokens: 5000 },
      ],
      [
        'SGLang, the input',
        400,
        flat("The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
        { contextLength: 40_960, inputTokens: 61_709 },
      ],
      [
        'SGLang, input and answer',
        400,
        flat(
          "Requested token count exceeds the model's maximum context length of 262144 tokens. You requested a total of 270128 tokens: 261936 tokens from the input messages and 8192 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
        ),
        { contextLength: 262_144, inputTokens: 261_936, maxTokens: 8192 },
      ],
      [
        'SGLang, what its memory holds',
        400,
        flat('Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).'),
        { contextLength: 59_862, inputTokens: 160_062 },
      ],
      [
        'TGI',
        422,
        {
          error:
            'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. Given: 1000 `inputs` tokens and 1024 `max_new_tokens`',
          error_type: 'validation',
        },
        { contextLength: 1512, inputTokens: 1000, maxTokens: 1024 },
      ],
      [
        'TGI, the input',
        422,
        {
          error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1872',
          error_type: 'validation',
        },
        { contextLength: 1024, inputTokens: 1872 },
      ],
      [
        'llama-server before it told its counts',
        400,
        nested(
          'the request exceeds the available context size. try increasing the context size or enable context shift',
          'invalid_request_error',
        ),
        {},
      ],
      [
        'llama-cpp-python',
        400,
        nested(
          'Requested tokens (6010) exceed context window of 4096',
          'invalid_request_error',
          'context_length_exceeded',
        ),
        { contextLength: 4096, inputTokens: 6010 },
      ],
      ['Ollama', 400, nested('the input length exceeds the context length', 'api_error', null), {}],
      [
        'LM Studio',
        400,
        {
          error:
            'Trying to keep the first 6000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
        },
        { contextLength: 4096, inputTokens: 6000 },
      ],
      [
        'LiteLLM before vLLM',
        400,
        nested(
          wrapped(
            `litellm.BadRequestError: Hosted_vllmException - {"error":{"message":"This model's maximum context length is 40960 tokens. However, your request has 50000 input tokens. Please reduce the length of the input messages.","type":"BadRequestError","param":null,"code":400}}`,
          ),
          null,
          '400',
        ),
        { contextLength: 40_960, inputTokens: 50_000 },
      ],
      [
        'LiteLLM before Anthropic',
        400,
        nested(
          wrapped(
            'AnthropicError - {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 209303 tokens > 200000 maximum"}}',
          ),
          null,
          '400',
        ),
        { contextLength: 200_000, inputTokens: 209_303 },
      ],
      [
        'LiteLLM, input and answer',
        400,
        nested(
          `litellm.BadRequestError: AnthropicException - b'{"type":"error","error":{"type":"invalid_request_error","message":"input length and \`max_tokens\` exceed context limit: 179413 + 32768 > 200000, decrease input length or \`max_tokens\` and try again"}}'. Received Model Group=beta-7b`,
          null,
          '400',
        ),
        { contextLength: 200_000, inputTokens: 179_413, maxTokens: 32_768 },
      ],
      [
        'LiteLLM before Gemini',
        400,
        nested(
          'litellm.BadRequestError: VertexAIException - The input token count (2800010) exceeds the maximum number of tokens allowed (1048575).',
          null,
          '400',
        ),
        { contextLength: 1_048_575, inputTokens: 2_800_010 },
      ],
      [
        'LiteLLM before Bedrock',
        400,
        nested(
          wrapped(
            'BedrockException: The model returned the following errors: Input is too long for requested model.',
          ),
          null,
          '400',
        ),
        {},
      ],
      [
        'OpenRouter',
        400,
        nested(
          "This endpoint's maximum context length is 32768 tokens. However, you requested about 40100 tokens (39100 of text input, 1000 in the output). Please reduce the length of either one.",
          null,
        ),
        { contextLength: 32_768, inputTokens: 39_100, maxTokens: 1000 },
      ],
      [
        'Mistral',
        400,
        flat(
          'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
          'invalid_request_prompt',
          3051,
        ),
        { contextLength: 32_768, inputTokens: 40_000 },
      ],
      [
        'digits in groups',
        400,
        nested(
          "This model's maximum context length is 4,096 tokens. However, your request has 1,234,567 input tokens.",
        ),
        { contextLength: 4096, inputTokens: 1_234_567 },
      ],
    ];
  test.each(cases)('%s', (_server, status, body, numbers) => {
    const { code, details, retryable } = errorFor(status, body);
    expect(code).toBe('context-overflow');
    const { contextLength, inputTokens, maxTokens } = details;
    const named = Object.entries({ contextLength, inputTokens, maxTokens });
    expect(Object.fromEntries(named.filter(([, value]) => value !== undefined))).toEqual(numbers);
    expect(retryable).toBe(false);
  });

  test('in an error event after the stream had begun as well', () => {
    const body = Buffer.from(
      JSON.stringify(
        flat("The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
      ),
    );
    const words = readWords({ headers: {}, body });
    expect(eventError(words, 'server.test', model)).toMatchObject({
      code: 'context-overflow',
      details: { inputTokens: 61_709, contextLength: 40_960 },
    });
  });
});

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
