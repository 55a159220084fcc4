import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';

/** Edge lengths in pixels of the icons in packages (Linux theme folders, window, store). */
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** Up to this edge the variant for few pixels is used. */
const smallUpTo = 32;

/**
 * Wraps PNGs into a Windows icon: a directory of 6 + 16 bytes per image, then the images.
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function toIco(images: readonly { size: number; png: Uint8Array }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    // one byte per edge, in which 0 stands for 256
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** The four-letter type of each image in an Apple icon, by its size. */
const icnsTypes: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Wraps PNGs into an Apple icon: blocks of type, length including these 8 bytes, and image. */
export function toIcns(png: (size: number) => Uint8Array): Buffer {
  const blocks = icnsTypes.map(([type, size]) => {
    const image = png(size);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + image.length, 4);
    return Buffer.concat([head, image]);
  });
  const body = Buffer.concat(blocks);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}

function draw(svg: string, size: number): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** Draws every icon of the app from the sources in assets/, next to them. */
async function writeIcons(): Promise<void> {
  const assets = new URL('../assets/', import.meta.url);
  const source = (name: string) => readFile(new URL(name, assets), 'utf8');
  const [large, small] = await Promise.all(['icon.svg', 'icon-small.svg'].map(source));
  if (!large || !small) throw new Error('A source in assets/ is empty');
  const png = (size: number) => draw(size <= smallUpTo ? small : large, size);
  const files: [name: string, content: Uint8Array][] = [
    ...pngSizes.map((size): [string, Uint8Array] => [`icons/${size}x${size}.png`, png(size)]),
    ['icon.png', png(512)],
    ['icon.ico', toIco(icoSizes.map((size) => ({ size, png: png(size) })))],
    ['icon.icns', toIcns(png)],
  ];
  await Promise.all(files.map(([name, content]) => writeFile(new URL(name, assets), content)));
  await writeStates(source);
  console.log(files.map(([name, content]) => `${name} ${content.length}`).join('\n'));
}

/** The tray's states, from assets/states, each at these edges in pixels. */
const states = ['up', 'maintenance', 'unknown', 'degraded', 'unreachable', 'down', 'paused'];
const stateSizes = { small: 16, large: 32 };

/** Main has no files beside its own: it contains the pictures as text. */
async function writeStates(source: (name: string) => Promise<string>): Promise<void> {
  const lines = [];
  for (const state of states) {
    const svg = await source(`states/${state}.svg`);
    lines.push(`  ${state}: {`);
    for (const [size, edge] of Object.entries(stateSizes)) {
      const png = Buffer.from(draw(svg, edge)).toString('base64');
      lines.push(`    ${size}:`, `      '${png}',`);
    }
    lines.push('  },');
  }
  const head = '/** Written by scripts/icons.ts: PNG in base64, 16 and 32 pixels wide. */';
  const text = `${head}\nexport const stateIcons = {\n${lines.join('\n')}\n} as const;\n`;
  await writeFile(
    new URL('../main/hosts/electron/background/state-icons.ts', import.meta.url),
    text,
  );
}

/** The icon of windows and dialogs if the program itself has none. */
async function writeAppIcon(): Promise<void> {
  const png = await readFile(new URL('../assets/icons/128x128.png', import.meta.url));
  const head = '/** Written by scripts/icons.ts: PNG in base64, 128 pixels wide. */';
  const text = `${head}\nexport const appIcon =\n  '${png.toString('base64')}';\n`;
  await writeFile(new URL('../main/hosts/electron/about/app-icon.ts', import.meta.url), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeIcons();
  await writeAppIcon();
}
