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
export const usualLongestRequest = 600;
export const longestRequests = { least: 10, most: 86_400 } as const;

/** File name ending of an operator's ready-made system (docs/system-file.md). */
export const systemFileEnding = '.computedesk';
/** Bytes: an operator's file has a page, its authorities a few more. */
export const largestSystemFile = 1024 * 1024;

export function isSystemFile(name: string): boolean {
  return name.toLowerCase().endsWith(systemFileEnding);
}

/** Maximum authorities of a system. */
export const mostAuthorities = 20;
