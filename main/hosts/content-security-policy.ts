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
 * The headers that every page and file of the app carries, in both hosts. No code but the app's own, no
 * connection but to main, no remote image, font or frame. Inline style attributes are needed by
 * syntax highlighting and math; no inline script is. The one page that lets itself be framed is that of
 * diagrams.
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
 * What a browser holds every page, frame and worker to, whatever it asks by (WICG Connection Allowlists;
 * Chromium): its own host, and the user's mail program. CSP knows nothing of WebRTC, name look-ups
 * and navigation. In Electron the session has no way out instead (guards.ts).
 */
export const ownConnections = { 'connection-allowlist': '(response-origin "mailto:*")' };
export const noConnections = { 'connection-allowlist': '()' };

/** Of a page that holds nothing, and only sends the browser on. */
export const frameless = {
  'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  ...everywhere,
};

/**
 * Of a page that is there to be printed and holds what others wrote: nothing of it runs, is fetched or leads anywhere.
 * @param script the text of the one script that may run, and show a dialog; none
 */
export function printedHeaders(script?: string): Record<string, string> {
  // a browser refuses a page that asks for a sandbox and for an opener policy at once
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

/** Whether a path is that of the page in which diagrams are drawn (scripts/diagram-frame.ts). */
export function isDiagramFrame(path: string): boolean {
  return /^\/assets\/diagram-[0-9a-f]+\.html$/.test(path);
}

/**
 * The headers of that page: an opaque origin with the scripts that were built into it, told by their
 * hash, and styles; no connection, no image, no form, no window.
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
