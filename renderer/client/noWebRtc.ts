/* WebRTC contacts servers by UDP and TCP, and no page policy (CSP) covers it: its constructors are removed before
   anything else runs, in the page and in the frame of diagrams. */
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(?:webkit|moz)?RTC/.test(name)) Reflect.deleteProperty(globalThis, name);
}
