import { createHash } from 'node:crypto';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Returns the headers of every page and file of the app, in both hosts. Only the app's own code, connections only to
 * main, no remote image, font or frame. Syntax highlighting and math need inline style attributes; nothing needs inline
 * scripts. Only the page of diagrams may be framed.
 */
export function securityHeaders(options: { connectSrc: string }): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${options.connectSrc}`,
      "worker-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types compute-desk',
    ].join('; '),
    'x-frame-options': 'DENY',
    ...everywhere,
  };
}

/**
 * Restricts every connection of a page, frame or worker, by any API (WICG Connection Allowlists; Chromium), to its own
 * host and the user's mail program. CSP does not cover WebRTC, DNS lookups and navigation. In Electron the session's
 * network is closed instead (guards.ts).
 */
export const ownConnections = { 'connection-allowlist': '(response-origin "mailto:*")' };
export const noConnections = { 'connection-allowlist': '()' };

/** For an empty page that only redirects the browser. */
export const frameless = {
  'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  ...everywhere,
};

/**
 * For a page to print, with text of others: nothing in it runs, loads anything or links anywhere.
 * @param script text of the only script that may run and show a dialog; none
 */
export function printedHeaders(script?: string): Record<string, string> {
  // browsers refuse a page with both a sandbox and an opener policy
  const { 'cross-origin-opener-policy': _policy, ...rest } = everywhere;
  return {
    'content-security-policy': [
      "default-src 'none'",
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      "style-src 'unsafe-inline'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      script === undefined ? 'sandbox' : 'sandbox allow-scripts allow-modals',
    ].join('; '),
    'x-frame-options': 'DENY',
    ...rest,
    ...noConnections,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
}

/** Returns whether a path is that of the page that draws diagrams (scripts/diagram-frame.ts). */
export function isDiagramFrame(path: string): boolean {
  return /^\/assets\/diagram-[0-9a-f]+\.html$/.test(path);
}

/**
 * Returns that page's headers: an opaque origin with its built-in scripts, by hash, and styles; no connection, image,
 * form or window.
 */
export function diagramFrameHeaders(page: Uint8Array): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${hashes(Buffer.from(page).toString('utf8')).join(' ')}`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default dompurify',
      'sandbox allow-scripts',
    ].join('; '),
    ...everywhere,
  };
}

function hashes(html: string): string[] {
  return [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
    hashOf(script),
  );
}

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
