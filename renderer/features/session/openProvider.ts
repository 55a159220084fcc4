import type { Session } from '../../../preload/contract/session.ts';

/** The web host's way: where main could not open a browser, this one opens the provider's page. */
export function openProvider({ attempt }: Session): void {
  if (attempt === null || attempt.opened || attempt.authorizeUrl === null) return;
  window.open(attempt.authorizeUrl, '_blank', 'noopener,noreferrer');
}
