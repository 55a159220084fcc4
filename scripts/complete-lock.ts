import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, missingOptional } from './check/lock.ts';
import { root } from './toolchain.mjs';

// npm leaves a package for another platform out of the lock file where the registry at hand does not
// have it, and `npm ci` then refuses that lock file everywhere. This adds such packages, without the
// hash, which only a registry that has them can tell. Run it after `npm install`.

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** What the name of such a package says of where it belongs: `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split('-');
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (os.length + cpu.length === 0) throw new Error(`${name} does not say its platform`);
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(os.length > 0 && { os }),
    ...(words.includes('musl') && { libc: ['musl'] }),
  };
}

const file = process.argv[2] ?? join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const missing = missingOptional(lock.packages);
for (const { name, version, dev } of missing) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name}: ${version} is no exact version`);
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(dev && { dev }),
    optional: true,
    ...platformOf(name),
  };
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(
  file,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
);
console.log(['Added:', ...missing.map(({ name }) => name)].join(' '));
