/**
 * Returns whether windows are on Wayland, which Electron uses by default from 38 on if the desktop does. Apps cannot
 * know their windows' positions there: each is reported at 0, 0.
 * @param chosen the value of `--ozone-platform`, empty without one
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
