import type { Session } from 'electron';
import { isDiagramFrame } from '../content-security-policy.ts';
import { isAppUrl } from './origin.ts';

/** Whether a frame of a window may go to an address. */
export type MayNavigate = (target: {
  readonly url: string;
  readonly mainFrame: boolean;
}) => boolean;

/**
 * Where the pages of each session may go: nowhere but to the app's own page, and a frame in it to the
 * page of diagrams, unless said here.
 */
export interface NavigationRules {
  /** For a session that shows other pages; to be said before its first window. */
  set(session: Session, rule: MayNavigate): void;
  /** @param redirect the server sent the page on; the app's own page never does */
  allows(
    session: Session,
    target: { readonly url: string; readonly mainFrame: boolean; readonly redirect: boolean },
  ): boolean;
}

export function createNavigationRules(): NavigationRules {
  const rules = new WeakMap<Session, MayNavigate>();
  return {
    set: (session, rule) => void rules.set(session, rule),
    allows(session, { url, mainFrame, redirect }) {
      const rule = rules.get(session);
      if (rule !== undefined) return rule({ url, mainFrame });
      if (redirect || !isAppUrl(url)) return false;
      return mainFrame || isDiagramFrame(new URL(url).pathname);
    },
  };
}
