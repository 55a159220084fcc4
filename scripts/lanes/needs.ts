import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A requirement of a lane, and the Debian packages that provide it. */
interface Need {
  readonly packages: readonly string[];
  present(): boolean;
}

function program(...names: readonly string[]): () => boolean {
  return () => findProgram(...names) !== undefined;
}

/** Returns the first Python with these modules: Debian's packages provide them for Debian's own. */
export function findPython(...modules: readonly string[]): string | undefined {
  const names = ['python3', '/usr/bin/python3'];
  const line = `import ${modules.join(', ')}`;
  return names.find((name) => spawnSync(name, ['-c', line]).status === 0);
}

/** Returns the path of the first installed one of these programs, including administrators' folders. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
    }
  }
  return undefined;
}

function output(command: string, ...args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  return done.status === 0 ? done.stdout : '';
}

const electronLibraries = ['libnss3.so', 'libgtk-3.so.0', 'libasound.so.2', 'libgbm.so.1'];

const needs = {
  chromium: {
    packages: ['chromium'],
    present: program('chromium', 'chromium-browser', 'google-chrome'),
  },
  firefox: { packages: ['firefox-esr'], present: program('firefox-esr', 'firefox') },
  webkit: {
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    present: program('WebKitWebDriver'),
  },
  nginx: { packages: ['nginx-light'], present: program('nginx') },
  apache: { packages: ['apache2-bin'], present: program('apache2') },
  openssl: { packages: ['openssl'], present: program('openssl') },
  proxies: {
    packages: ['squid', 'tinyproxy'],
    present: () => ['squid', 'tinyproxy'].every((name) => findProgram(name) !== undefined),
  },
  // Programs that the app writes lines for.
  'other-programs': {
    packages: ['curl', 'wget', 'python3-requests', 'python3-httpx'],
    present: () =>
      ['curl', 'wget'].every((name) => findProgram(name) !== undefined) &&
      ['requests', 'httpx'].every((name) => findPython(name) !== undefined),
  },
  pip: { packages: ['python3-pip'], present: () => findPython('pip') !== undefined },
  java: { packages: ['openjdk-17-jre-headless'], present: program('java') },
  maven: { packages: ['maven'], present: program('mvn') },
  xvfb: { packages: ['xvfb', 'xauth'], present: program('Xvfb') },
  'japanese-font': {
    packages: ['fontconfig', 'fonts-noto-cjk'],
    present: () => output('fc-list', ':lang=ja', 'family').trim() !== '',
  },
  slurm: {
    packages: ['slurm-wlm', 'slurmrestd', 'munge'],
    present: () =>
      ['munged', 'slurmctld', 'slurmd', 'slurmrestd'].every(
        (name) => findProgram(name) !== undefined,
      ),
  },
  ssh: {
    packages: ['openssh-server', 'openssh-client', 'tcsh', 'fish'],
    present: () => ['sshd', 'ssh', 'tcsh', 'fish'].every((name) => findProgram(name) !== undefined),
  },
  'root-tools': {
    packages: ['mmdebstrap', 'zstd'],
    present: () => ['mmdebstrap', 'zstd'].every((name) => findProgram(name) !== undefined),
  },
  unzip: { packages: ['unzip'], present: program('unzip') },
  'nss-tools': {
    packages: ['libnss3-tools'],
    present: () => ['certutil', 'pk12util'].every((name) => findProgram(name) !== undefined),
  },
  // Runs a process with another clock.
  clock: {
    packages: ['libfaketime'],
    present: () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').length > 0,
  },
  modules: {
    packages: ['environment-modules'],
    present: () => existsSync('/usr/lib/x86_64-linux-gnu/modulecmd.tcl'),
  },
  'package-tools': {
    packages: [
      'mmdebstrap',
      'rpm',
      'zstd',
      'lintian',
      'desktop-file-utils',
      'appstream',
      'nsis',
      'squashfs-tools',
    ],
    present: () =>
      [
        'mmdebstrap',
        'rpmbuild',
        'zstd',
        'lintian',
        'desktop-file-validate',
        'appstreamcli',
        'makensis',
        'mksquashfs',
      ].every((name) => findProgram(name) !== undefined),
  },
  notices: {
    packages: ['dbus-daemon', 'libnotify4'],
    present: () =>
      findProgram('dbus-daemon') !== undefined &&
      output('/sbin/ldconfig', '-p').includes('libnotify.so.4'),
  },
  keyring: {
    packages: ['dbus-daemon', 'gnome-keyring'],
    present: () =>
      ['dbus-daemon', 'gnome-keyring-daemon'].every((name) => findProgram(name) !== undefined),
  },
  wayland: { packages: ['weston'], present: program('weston') },
  'electron-libraries': {
    packages: ['libnss3', 'libgtk-3-0', 'libasound2', 'libgbm1'],
    present() {
      const known = output('/sbin/ldconfig', '-p');
      return electronLibraries.every((library) => known.includes(library));
    },
  },
} satisfies Record<string, Need>;

export type NeedName = keyof typeof needs;
export const needNames = Object.keys(needs) as NeedName[];

/** What is still missing after installing with apt-get, if allowed; and why it is not. */
export interface Missing {
  readonly names: readonly NeedName[];
  readonly why: string;
}

/** Ensures that the computer has these; as root on Debian it installs missing ones. */
export function provide(names: readonly NeedName[]): Missing | undefined {
  const absent = missing(names);
  if (absent.length === 0) return undefined;
  if (!existsSync('/etc/debian_version')) return { names: absent, why: 'this is not Debian' };
  if (process.getuid?.() !== 0) return { names: absent, why: 'only root may install them' };
  const packages = absent.flatMap((name) => needs[name].packages);
  console.error(`Installing with apt-get: ${packages.join(' ')}`);
  apt('update', '--quiet');
  apt('install', '--yes', '--quiet', '--no-install-recommends', ...packages);
  const still = missing(names);
  return still.length === 0 ? undefined : { names: still, why: 'apt-get could not install them' };
}

export function needsAreMet(names: readonly NeedName[]): boolean {
  return missing(names).length === 0;
}

function missing(names: readonly NeedName[]): NeedName[] {
  return names.filter((name) => !needs[name].present());
}

function apt(...args: readonly string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
