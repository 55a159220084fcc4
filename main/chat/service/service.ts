/** Limits of the service in its document (spec/genai-service.md, "Limits"). */

/** Tokens of an answer if a request has no max_tokens. */
export const defaultMaxTokens = 32_768;
/** Bytes of a request body. */
export const largestBody = 32 * 1024 * 1024;
