import { hostname, userInfo } from 'node:os';

/** Returns what to log in to this computer as: `taro@login1`; without the user's name if it has none. */
export function loginName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // a user known by a number alone
    return hostname();
  }
}

/** The line for reaching the app from the user's own computer, ready to be copied. */
export function tunnelText(port: number, login: string): string {
  return `To open it on another computer, run there: ssh -L ${port}:127.0.0.1:${port} ${login}\n`;
}

/**
 * Says that the app runs already, and what becomes of `--port`.
 * @param wanted 0 if no port was asked for
 */
export function alreadyRunningText(port: number, wanted: number): string {
  const running = `Compute Desk is already running with this data folder, on port ${port}. This is a new address for it.\n`;
  if (wanted === 0 || wanted === port) return running;
  return `${running}--port ${wanted} has no effect on a running app. To change the port, stop the app first (Ctrl+C in its terminal).\n`;
}
