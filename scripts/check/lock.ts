/** The used parts of an entry of package-lock.json (version 3). */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  readonly dev: boolean;
}

/** Returns optional packages that a lock file's packages name and it does not contain. `npm ci` refuses such a file. */
export function missingOptional(packages: LockedPackages): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isFound(packages, path, name))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  );
}

/** Searches like Node: below the package, then further up. */
function isFound(packages: LockedPackages, path: string, name: string): boolean {
  if (`${path === '' ? '' : `${path}/`}node_modules/${name}` in packages) return true;
  const up = path.lastIndexOf('node_modules/');
  return up >= 0 && isFound(packages, path.slice(0, up).replace(/\/$/, ''), name);
}
