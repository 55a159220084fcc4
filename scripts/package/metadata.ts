import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { parse } from 'yaml';
import { root } from '../toolchain.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Facts about Linux packages that electron-builder's own types do not cover. */
interface LinuxFacts {
  readonly category: string;
  readonly synopsis: string;
  readonly description: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly executableName: string;
  readonly mimeTypes: readonly string[];
  readonly fileAssociations: readonly { readonly mimeType: string }[];
  readonly desktop: { readonly entry: Readonly<Record<string, string>> };
}

interface PackageFacts {
  readonly artifactName: string;
  readonly packageCategory: string;
  readonly depends: readonly string[];
}

interface Facts {
  readonly appId: string;
  readonly productName: string;
  readonly protocols: readonly [{ readonly schemes: readonly [string] }];
  readonly linux: LinuxFacts;
  readonly deb: PackageFacts & { readonly priority: string; readonly recommends: string[] };
  readonly rpm: PackageFacts;
  readonly appImage: { readonly artifactName: string };
  readonly mac: { readonly artifactName: string };
}

/** The facts of the packages: electron-builder.yml, which its test holds to electron-builder's schema. */
export const configuration = parse(read('electron-builder.yml')) as Configuration & Facts;

const { name, license } = JSON.parse(read('package.json')) as { name: string; license: string };
const { linux, productName, appId, protocols } = configuration;

/** Facts about the app that several packages need. */
export const metadata = {
  appId,
  productName,
  /** The command, the package, the icon and the desktop file. */
  name,
  licence: license,
  /** The binary that the command starts on Linux. */
  program: linux.executableName,
  maker: linux.vendor,
  /** With the mailbox. */
  contact: linux.maintainer,
  summary: linux.synopsis,
  /** The scheme of the addresses by which a browser returns to the app. */
  protocol: protocols[0].schemes[0],
} as const;

/** The file name of a package for 64-bit Intel processors, as electron-builder would name it. */
export function artifactName(kind: 'deb' | 'rpm' | 'appImage', version: string): string {
  const arch = kind === 'deb' ? 'amd64' : 'x86_64';
  const values: Readonly<Record<string, string>> = {
    version,
    arch,
    ext: kind === 'appImage' ? 'AppImage' : kind,
  };
  return configuration[kind].artifactName.replace(
    /\$\{(\w+)\}/g,
    (macro, key: string) => values[key] ?? macro,
  );
}
