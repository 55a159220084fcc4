/**
 * Whether windows are shown by Wayland, which Electron takes by itself from 38 on where the desktop is one. There no
 * app knows where its windows are: each is told to be at 0, 0.
 * @param chosen what `--ozone-platform` says, empty where nothing does
 */
export function isWayland(
  chosen: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform !== 'linux') return false;
  if (chosen !== '') return chosen === 'wayland';
  return env.XDG_SESSION_TYPE === 'wayland' || (Boolean(env.WAYLAND_DISPLAY) && !env.DISPLAY);
}
