import { useIntent } from '../../kit/index.ts';
import type { Panel } from './Panels.tsx';

/** Opens the panel that the palette asks for. */
export function usePanelIntents(open: (panel: Panel) => void): void {
  useIntent('chat-keys', () => open('keys'));
  useIntent('chat-tools', () => open('tools'));
  useIntent('chat-parameters', () => open('parameters'));
  useIntent('chat-prompts', () => open('prompts'));
  useIntent('chat-usage', () => open('usage'));
  useIntent('chat-elsewhere', () => open('elsewhere'));
}
