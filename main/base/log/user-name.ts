import { userInfo } from 'node:os';

/** The name of whose process this is; empty where the computer knows the number alone (containers, login nodes). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
