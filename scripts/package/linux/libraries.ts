/**
 * The system's libraries that Electron's files name (`NEEDED`), and the Debian package that each comes in. A package
 * of a name that Debian 13 and Ubuntu 24.04 changed (t64) is provided there under the old one. What is not here fails
 * the package lane.
 */
export const libraries = {
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libc.so.6': 'libc6',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libudev.so.1': 'libudev1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
} as const;

/** Others of the same packages: they are there with those above. */
export const besides: readonly string[] = [
  'ld-linux-x86-64.so.2',
  'libdl.so.2',
  'libm.so.6',
  'libpthread.so.0',
  'librt.so.1',
  // Of the Node.js that a package for tests brings along.
  'libstdc++.so.6',
  'libglib-2.0.so.0',
  'libgobject-2.0.so.0',
  'libnssutil3.so',
  'libsmime3.so',
];

/** The oldest glibc that Electron's binaries are for: Debian 11's is older in nothing that they use. */
export const leastGlibc = '2.28';

export const debianDepends: readonly string[] = [
  ...new Set<string>(Object.values(libraries)),
  'xdg-utils',
]
  .map((name) => (name === 'libc6' ? `libc6 (>= ${leastGlibc})` : name))
  .sort();

/** By the libraries' own names, which every distribution's packages provide. */
export const rpmRequires: readonly string[] = [
  ...Object.keys(libraries).map((name) => `${name}()(64bit)`),
  'xdg-utils',
].sort();
