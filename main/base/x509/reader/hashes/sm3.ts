/** SM3 (GB/T 32905, ISO/IEC 10118-3): Chinese certificate authorities; BoringSSL lacks it. */
const rotl = (x: number, n: number): number => (x << (n & 31)) | (x >>> ((32 - n) & 31));

export function sm3(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(padded.length - 4, message.length << 3);
  let state = [
    0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
  ];
  for (let at = 0; at < padded.length; at += 64) {
    const w: number[] = [];
    for (let j = 0; j < 68; j++) {
      if (j < 16) {
        w.push(view.getInt32(at + j * 4));
        continue;
      }
      const x = (w[j - 16] ?? 0) ^ (w[j - 9] ?? 0) ^ rotl(w[j - 3] ?? 0, 15);
      w.push(x ^ rotl(x, 15) ^ rotl(x, 23) ^ rotl(w[j - 13] ?? 0, 7) ^ (w[j - 6] ?? 0));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let j = 0; j < 64; j++) {
      const early = j < 16;
      const turned = rotl(a, 12);
      const s1 = rotl((turned + e + rotl(early ? 0x79cc4519 : 0x7a879d8a, j % 32)) | 0, 7);
      const ff = early ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
      const gg = early ? e ^ f ^ g : (e & f) | (~e & g);
      const t1 = (ff + d + (s1 ^ turned) + ((w[j] ?? 0) ^ (w[j + 4] ?? 0))) | 0;
      const t2 = (gg + h + s1 + (w[j] ?? 0)) | 0;
      [d, c, b, a] = [c, rotl(b, 9), a, t1];
      [h, g, f, e] = [g, rotl(f, 19), e, t2 ^ rotl(t2, 9) ^ rotl(t2, 17)];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => word ^ (state[i] ?? 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    out.setInt32(i * 4, word);
  });
  return new Uint8Array(out.buffer);
}
