import type { Configuration } from 'electron-builder';
import { compiledFolder } from './scripts/package/code-cache/index.ts';
import { metadata } from './scripts/package/metadata.ts';
import { macSigning, windowsSigning } from './scripts/package/signing.ts';

/**
 * Packages for Windows (NSIS, MSI, zip) and macOS (dmg, zip), and the folder that scripts/package/linux makes Linux
 * packages of. What they say of the app is in scripts/package/metadata.ts; signing is in scripts/package/signing.ts.
 */
const signing = macSigning(process.env);

const configuration: Configuration = {
  appId: metadata.appId,
  productName: metadata.productName,
  copyright: `Copyright © ${metadata.maker}`,
  directories: { output: 'release', buildResources: 'assets' },
  // The build holds everything it needs; no package of node_modules ships.
  asar: true,
  files: [
    ...['dist/main/**', 'dist/preload/**', 'dist/renderer/**', 'package.json'],
    ...['!**/node_modules/**', '!dist/main/web.js', '!dist/main/chunks/*.js', '!dist/.*'],
    '!**/*.map',
    // What V8 makes of main's code, for the one that is packed.
    { from: `${compiledFolder}/\${os}-\${arch}`, to: 'dist/main/compiled' },
  ],
  // Licences of what the build holds; Electron brings its own.
  extraFiles: [{ from: 'dist/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' }],
  extraMetadata: {
    // By it the desktop knows whose the windows and addresses are (Linux).
    desktopName: `${metadata.name}.desktop`,
    // Of no use in the app, and telling.
    ...{ scripts: null, devDependencies: null, dependencies: null, allowScripts: null },
  },
  npmRebuild: false,
  nodeGypRebuild: false,
  electronLanguages: ['en', 'en-US', 'ja'],
  afterExtract: './scripts/package/after-extract.ts',
  afterPack: './scripts/package/after-pack.ts',
  // electron-builder's own project knows no protocols.
  msiProjectCreated: './scripts/package/msi-protocol.ts',
  // Nothing is fetched after the installation: there is no updater.
  publish: null,

  protocols: [{ name: metadata.productName, schemes: [metadata.protocol] }],

  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'msi', arch: ['x64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    icon: 'assets/icon.ico',
    artifactName: `${metadata.name}-\${version}-win-\${arch}.\${ext}`,
    ...windowsSigning(process.env),
  },
  nsis: {
    // For one user without an administrator, or for all of the machine: the user chooses, or /currentuser and
    // /allusers do, with /S without a window. The installer carries the whole app.
    oneClick: false,
    perMachine: false,
    allowElevation: true,
    allowToChangeInstallationDirectory: true,
    differentialPackage: false,
    deleteAppDataOnUninstall: false,
    // electron-builder's own script knows no protocols, and takes files from who has them.
    include: 'assets/win/protocol.nsh',
    artifactName: `${metadata.name}-\${version}-win-\${arch}-setup.\${ext}`,
  },
  // msiexec /i FILE /qn; per machine, as administrators who distribute MSI files expect.
  msi: { oneClick: true, perMachine: true, upgradeCode: metadata.upgradeCode },

  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    category: metadata.macCategory,
    icon: 'assets/icon.icns',
    ...signing.mac,
    gatekeeperAssess: false,
    entitlements: 'assets/mac/entitlements.plist',
    entitlementsInherit: 'assets/mac/entitlements.plist',
    artifactName: `${metadata.name}-\${version}-mac-\${arch}${signing.mark}.\${ext}`,
    // Certificates stay with the Keychain; the app is one more program for them.
    fileAssociations: metadata.files.map(({ endings, name, mimeType, ours }) => ({
      ext: [...endings],
      name: name.en,
      description: name.en,
      mimeType,
      role: 'Viewer' as const,
      rank: ours ? 'Owner' : 'Alternate',
    })),
    extraResources: [{ from: 'assets/mac/strings', to: '.' }],
    extendInfo: {
      // In each language: assets/mac/strings.
      NSLocalNetworkUsageDescription: metadata.localNetwork.en,
      // Nothing of the kind is asked for; the page's permissions are denied by main too.
      ...{ NSCameraUsageDescription: null, NSMicrophoneUsageDescription: null },
      ...{ NSBluetoothAlwaysUsageDescription: null, NSBluetoothPeripheralUsageDescription: null },
      NSAudioCaptureUsageDescription: null,
    },
  },

  linux: {
    // The others are made by scripts/package/linux.
    target: ['dir'],
    // Beside it lies the program that looks at whether all of the app is there, under the app's name.
    executableName: metadata.program,
    syncDesktopName: true,
    icon: 'assets/icons',
    category: metadata.category,
    synopsis: metadata.summary.en,
    maintainer: metadata.maker,
    extraFiles: [{ from: 'assets/linux/compute-desk', to: metadata.name }],
  },
};

export default configuration;
