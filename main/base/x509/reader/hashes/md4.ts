/** MD4 (RFC 1320); some runtimes have dropped it, `openssl -legacy` still makes MACs with it. */
export function md4(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, message.length << 3, true);
  view.setUint32(padded.length - 4, Math.floor(message.length / 0x20000000), true);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const orders = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
  ];
  const shifts = [
    [3, 7, 11, 19],
    [3, 5, 9, 13],
    [3, 9, 11, 15],
  ];
  const constants = [0, 0x5a827999, 0x6ed9eba1];
  for (let at = 0; at < padded.length; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let step = 0; step < 48; step++) {
      const round = step >> 4;
      const f =
        round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const word = view.getInt32(at + (orders[round]?.[step & 15] ?? 0) * 4, true);
      const sum = (a + f + word + (constants[round] ?? 0)) | 0;
      const shift = shifts[round]?.[step & 3] ?? 0;
      const next = (sum << shift) | (sum >>> (32 - shift));
      [a, b, c, d] = [d, next, b, c];
    }
    [a, b, c, d].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
  const out = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => {
    out.setInt32(i * 4, word, true);
  });
  return new Uint8Array(out.buffer);
}
