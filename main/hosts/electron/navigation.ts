import type { Session } from 'electron';
import { isDiagramFrame } from '../content-security-policy.ts';
import { isAppUrl } from './origin.ts';

/** Returns whether a frame of a window may navigate to an address. */
export type MayNavigate = (target: {
  readonly url: string;
  readonly mainFrame: boolean;
}) => boolean;

/**
 * Navigation rules of each session: only to the app's own page, and frames in it to the page of diagrams, unless set
 * here.
 */
export interface NavigationRules {
  /** Sets the rule of a session with other pages; call before its first window. */
  set(session: Session, rule: MayNavigate): void;
  /** @param redirect whether the server redirects the page; the app's own page never does */
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
