import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vendor = fileURLToPath(
  new URL('../../../node_modules/electron-winstaller/vendor', import.meta.url),
);

/** What stands in Electron's binaries before the state of the fuses (@electron/fuses), and eight of them. */
const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000810100101');

const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);

/**
 * As much of Electron for macOS as electron-builder looks at, since the binary is a download: it puts our name, files
 * and Info.plist around it. Nothing of it runs. @returns its folder
 */
export function macSkeleton(folder: string): string {
  const write = (path: string, content: string | Buffer): void => {
    const file = join(folder, 'Electron.app/Contents', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  write('Info.plist', plist('Electron'));
  write('MacOS/Electron', '');
  write('Resources/electron.icns', '');
  write('Frameworks/Electron Framework.framework/Electron Framework', fuses);
  const framework = 'Frameworks/Electron Framework.framework/Versions/A/Resources';
  for (const name of ['de', 'en', 'ja']) write(`${framework}/${name}.lproj/locale.pak`, '');
  for (const name of helpers) {
    write(`Frameworks/${name}.app/Contents/Info.plist`, plist(name));
    write(`Frameworks/${name}.app/Contents/MacOS/${name}`, '');
  }
  return folder;
}

/** The same for Windows. */
export function windowsSkeleton(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  // Any program for Windows will do: its resources are written.
  const program = readFileSync(join(vendor, 'Squirrel.exe'));
  writeFileSync(join(folder, 'electron.exe'), Buffer.concat([program, fuses]));
  for (const name of ['ja', 'en-US', 'de']) writeFileSync(join(folder, `locales/${name}.pak`), '');
  return folder;
}

const plist = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleName</key><string>${name}</string>
  <key>CFBundleExecutable</key><string>${name}</string>
  <key>NSCameraUsageDescription</key><string>This app needs access to the camera</string>
</dict>
</plist>
`;
