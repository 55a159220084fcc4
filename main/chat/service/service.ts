/** Limits of the service as its document gives them (spec/genai-service.md, "Limits"). */

/** Tokens of an answer where a request leaves max_tokens out. */
export const defaultMaxTokens = 32_768;
/** Bytes of a request body. */
export const largestBody = 32 * 1024 * 1024;
