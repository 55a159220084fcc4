/*
 * Mermaid fetches the picture that a node names, to measure it. The frame's policy stops that; so that it is not
 * the policy alone, no picture of the frame has an address, and such a diagram is one that cannot be drawn.
 */
Object.defineProperty(HTMLImageElement.prototype, 'src', {
  get: () => '',
  set: () => undefined,
});

export {};
