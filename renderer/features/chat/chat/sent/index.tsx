import { onDemand } from '../../../../ui/index.ts';

const SentDialog = onDemand(() => import('./SentDialog.tsx'));

interface SentRequestProps {
  /** The answer whose request is shown; null for none. */
  readonly messageId: string | null;
  /** It is streaming. */
  readonly running: boolean;
  readonly onClose: () => void;
}

export function SentRequest({ messageId, running, onClose }: SentRequestProps) {
  if (messageId === null) return null;
  return <SentDialog messageId={messageId} running={running} onClose={onClose} />;
}
