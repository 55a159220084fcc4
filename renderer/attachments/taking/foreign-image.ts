/** An image in a format that models do not accept: it is redrawn if the browser knows the format. */
export interface ForeignImage {
  readonly form: 'BMP' | 'AVIF' | 'HEIC';
  readonly type: 'image/bmp' | 'image/avif' | 'image/heic';
  /** Pixels; 0 if the file does not say. */
  readonly width: number;
  readonly height: number;
  /** Whether the file is complete, as far as its structure tells. */
  readonly whole: boolean;
}

/** Detects the format by content; null for any other. */
export function foreignImage(bytes: Uint8Array): ForeignImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bitmap(view) ?? still(view);
}

/** Header sizes of Windows and OS/2. */
const headers = new Set([12, 40, 52, 56, 64, 108, 124]);

function bitmap(view: DataView): ForeignImage | null {
  if (view.byteLength < 30 || view.getUint16(0) !== 0x424d) return null;
  const header = view.getUint32(14, true);
  if (!headers.has(header)) return null;
  const isOld = header === 12;
  if (view.getUint16(isOld ? 22 : 26, true) !== 1) return null;
  const width = isOld ? view.getUint16(18, true) : Math.abs(view.getInt32(18, true));
  // a negative height means that the first row is the upper one
  const height = isOld ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(isOld ? 24 : 28, true);
  const isPacked = !isOld && view.byteLength >= 38 && ![0, 3].includes(view.getUint32(30, true));
  // rows are padded to 4 bytes; compressed pixels state their length
  const pixels = isPacked ? view.getUint32(34, true) : Math.ceil((width * bits) / 32) * 4 * height;
  const whole = view.getUint32(10, true) + pixels <= view.byteLength;
  return { form: 'BMP', type: 'image/bmp', width, height, whole };
}

interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  /** It does not end beyond its container. */
  readonly whole: boolean;
}

const codeAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((next) => view.getUint8(at + next)));

/** ISO 14496-12, 4.2: returns the boxes in a part of the file. */
function boxesIn(view: DataView, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < 1_000; ) {
    const short = view.getUint32(at);
    if (short === 1 && at + 16 > to) break;
    const size = short === 0 ? to - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (size < 8) break;
    const end = Math.min(to, at + size);
    const head = short === 1 ? 16 : 8;
    found.push({ type: codeAt(view, at + 4), from: at + head, to: end, whole: at + size <= to });
    at = end;
  }
  return found;
}

const heic = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1']);

/** ISO 23008-12 (HEIF) and AVIF: reads the file's brand, and the largest of its declared sizes. */
function still(view: DataView): ForeignImage | null {
  if (view.byteLength < 16 || codeAt(view, 4) !== 'ftyp') return null;
  const boxes = boxesIn(view, 0, view.byteLength);
  const [head] = boxes;
  if (head?.type !== 'ftyp') return null;
  const brands = new Set<string>();
  for (let at = head.from; at + 4 <= Math.min(head.to, head.from + 400); at += 4) {
    if (at !== head.from + 4) brands.add(codeAt(view, at));
  }
  const isAvif = brands.has('avif') || brands.has('avis');
  if (!isAvif && ![...brands].some((brand) => heic.has(brand))) return null;
  const inside = (from: readonly Box[], type: string, skip: number): Box[] =>
    from
      .filter((box) => box.type === type)
      .flatMap((box) => boxesIn(view, box.from + skip, box.to));
  const properties = inside(inside(inside(boxes, 'meta', 4), 'iprp', 0), 'ipco', 0);
  let [width, height] = [0, 0];
  for (const { type, from, to } of properties) {
    if (type !== 'ispe' || to - from < 12) continue;
    width = Math.max(width, view.getUint32(from + 4));
    height = Math.max(height, view.getUint32(from + 8));
  }
  const size = { width, height, whole: boxes.every(({ whole }) => whole) };
  return isAvif
    ? { form: 'AVIF', type: 'image/avif', ...size }
    : { form: 'HEIC', type: 'image/heic', ...size };
}
