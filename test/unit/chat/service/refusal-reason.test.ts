import { describe, expect, test } from 'vitest';
import { readErrorMessage } from '../../../../main/base/network/refusal/index.ts';
import { eventError } from '../../../../main/chat/service/errors.ts';
import { errorFor, flat, model, nested, wrapped } from './refusals.ts';

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
    const words = readErrorMessage({ headers: {}, body });
    expect(eventError(words, 'server.test', { model })).toMatchObject({
      code: 'context-overflow',
      details: { inputTokens: 61_709, contextLength: 40_960 },
    });
  });
});
