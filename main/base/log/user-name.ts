import { userInfo } from 'node:os';

/** Returns the name of the process's user; empty if the computer only knows a number (containers, login nodes). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
