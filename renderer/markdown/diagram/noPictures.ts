/* Mermaid fetches a node's picture to measure it. The frame's policy blocks that; as a second barrier, no picture in
   the frame can have an address, and such a diagram fails to draw. */
Object.defineProperty(HTMLImageElement.prototype, 'src', {
  get: () => '',
  set: () => undefined,
});

export {};
