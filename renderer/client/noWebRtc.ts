/*
 * WebRTC asks servers by UDP and TCP, and no policy of a page (CSP) governs it: what would open such a
 * connection goes before anything else runs, in the page and in the frame of diagrams.
 */
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(?:webkit|moz)?RTC/.test(name)) Reflect.deleteProperty(globalThis, name);
}
