/**
 * How a Web API call proves who is calling: by client certificate, by access token, or by both
 * (certificate-bound tokens, and gateways that ask for a certificate from everyone).
 */
export const routes = ['certificate', 'token', 'token-with-certificate'] as const;

/**
 * When an answer's reasoning goes back to the model that gave it: models that reason between calls of tools want
 * it until they have answered, and services exist that refuse it.
 */
export const reasoningBack = ['never', 'in-tool-rounds', 'always'] as const;
export type ReasoningBack = (typeof reasoningBack)[number];

/** The longest that one request may take, seconds: until the user says otherwise, and what may be said. */
export const usualLongestRequest = 600;
export const longestRequests = { least: 10, most: 86_400 } as const;

/** How the name of a site's ready-made system ends (docs/system-file.md). */
export const systemFileEnding = '.computedesk';
/** Bytes: a site's file is a page long, its authorities a few more. */
export const largestSystemFile = 1024 * 1024;

export function isSystemFile(name: string): boolean {
  return name.toLowerCase().endsWith(systemFileEnding);
}

/** How many authorities of its own a system has at most. */
export const mostAuthorities = 20;
