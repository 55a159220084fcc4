import { useOffer } from '../../../kit/useCommand.ts';
import type { Panel } from './Panels.tsx';

/** Registers the panels' commands of the conversation on screen, or of a new one. */
export function usePanelCommands(open: (panel: Panel) => void): void {
  useOffer('keys', () => open('keys'));
  useOffer('tools', () => open('tools'));
  useOffer('parameters', () => open('parameters'));
  useOffer('prompts', () => open('prompts'));
  useOffer('usage', () => open('usage'));
  useOffer('elsewhere', () => open('elsewhere'));
}
