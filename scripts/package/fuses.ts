import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses';

/** Every fuse of Electron with its reason: a new one of Electron's fails to compile until it is named. */
export const fuses = {
  // Other programs cannot use the app as Node to run code.
  [FuseV1Options.RunAsNode]: false,
  // The operating system seals cookies on disk; the app stores none on purpose.
  [FuseV1Options.EnableCookieEncryption]: true,
  // The environment must not put code into the app.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // No debugger attaches to main.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The asar is checked against the hash in the binary (Windows, macOS).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // No folder beside the asar is loaded in its place.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The app has no snapshot of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page uses app://; file: has no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // WebAssembly keeps its fast bounds checks; turning them off protects nothing.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies Record<FuseV1Options, boolean>;

/** Returns the fuses in this binary: older Electrons have fewer. */
function knownTo(wire: object): FuseV1Options[] {
  return (Object.keys(fuses).map(Number) as FuseV1Options[]).filter((fuse) => fuse in wire);
}

/** Sets every fuse of the binary; fails if it has one that is not named here. */
export async function setFuses(binary: string, options: { resign?: boolean } = {}): Promise<void> {
  const wire = await getCurrentFuseWire(binary);
  const wanted = Object.fromEntries(knownTo(wire).map((fuse) => [fuse, fuses[fuse]]));
  const unnamed = Object.keys(wire).filter((key) => key !== 'version' && !(key in wanted));
  if (unnamed.length > 0) throw new Error(`fuses without a name: ${unnamed.join(', ')}`);
  await flipFuses(binary, {
    ...wanted,
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: options.resign ?? false,
  });
}

/** Returns the fuses' state in the binary by name; `null` if Electron has removed one. */
export async function readFuses(binary: string): Promise<Record<string, boolean | null>> {
  const wire = await getCurrentFuseWire(binary);
  return Object.fromEntries(
    knownTo(wire).map((fuse) => {
      const state = wire[fuse];
      const set = state === FuseState.ENABLE ? true : state === FuseState.DISABLE ? false : null;
      return [FuseV1Options[fuse], set];
    }),
  );
}
