/**
 * Web API authentication: by client certificate, by access token, or by both (certificate-bound tokens, and gateways
 * that ask everyone for a certificate).
 */
export const routes = ['certificate', 'token', 'token-with-certificate'] as const;

/**
 * When an answer's reasoning is sent back to its model: models that reason between tool calls need it until they have
 * answered, but some services refuse it.
 */
export const reasoningBack = ['never', 'in-tool-rounds', 'always'] as const;
export type ReasoningBack = (typeof reasoningBack)[number];

/** Timeout of a request, seconds: the default, and the allowed values. */
export const defaultRequestTimeout = 600;
export const requestTimeoutRange = { least: 10, most: 86_400 } as const;

/** Choices of a system's control of reasoning, at most, and characters of its field and of each choice. */
export const maxControlChoices = 20;
export const maxControlTextLength = 200;

/** Fields of a request that the app writes itself. */
const ownFields = ['model', 'messages', 'stream'];

/** Whether a text names a field of a request, with dots for fields within fields: `chat_template_kwargs.thinking`. */
export function isRequestField(text: string): boolean {
  const parts = text.split('.');
  const named = parts.every((part) => part !== '' && !/\s/.test(part) && part !== '__proto__');
  return named && text.length <= maxControlTextLength && !ownFields.includes(parts[0] ?? '');
}

/** File name ending of an operator's ready-made system (docs/system-file.md). */
export const systemFileEnding = '.computedesk';
/** Bytes: an operator's file has a page, its authorities a few more. */
export const maxSystemFileBytes = 1024 * 1024;

export function isSystemFile(name: string): boolean {
  return name.toLowerCase().endsWith(systemFileEnding);
}

/** Maximum authorities of a system. */
export const maxAuthorities = 20;
