import * as z from 'zod';

export const magic = 'compute-desk-backup 1\n';
/** Plain bytes of a piece. */
export const pieceSize = 64 * 1024;
export const tagSize = 16;
/** Of the two lines, and of the header before each file. */
export const longestHead = 1024;

/** Limits keep a crafted file from exhausting the memory. */
export const derivationShape = z.object({
  salt: z.base64().min(16).max(100),
  cost: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 18),
  blockSize: z.literal(8),
  parallelization: z.literal(1),
});

/** 96 bits: the piece's number, then whether it is the last. Each key is used for one file only. */
export function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

export const entryHead = z.union([
  z.object({ path: z.string().max(300), size: z.number().int().nonnegative() }),
  z.object({ end: z.number().int().nonnegative() }),
]);

export function headOf(value: z.infer<typeof entryHead>): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([length, text]);
}
