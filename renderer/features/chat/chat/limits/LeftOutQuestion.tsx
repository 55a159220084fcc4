import { EyeOff, Send } from 'lucide-react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { isLeftOut } from '../../../../../preload/contract/chat/left-out.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/index.ts';
import { useThreadActions } from '../conversation/threadActions.ts';

interface LeftOutQuestionProps {
  readonly question: Message;
  /** The next message on the branch. */
  readonly answer: Message | undefined;
}

/** Below a question with a failed turn: whether the next request includes it, and a button to change that. */
export function LeftOutQuestion({ question, answer }: LeftOutQuestionProps) {
  const t = useT();
  const { setLeftOut } = useThreadActions();
  const left = isLeftOut(question, answer);
  if (left === null) return null;
  const Icon = left ? EyeOff : Send;
  return (
    <p className="mt-1 mb-2 flex min-h-6 flex-wrap items-center justify-end gap-x-2 gap-y-1 text-small text-text-soft">
      <Icon size={13} aria-hidden className="shrink-0" />
      <span className="phrases">{t(left ? 'limits.questionLeftOut' : 'limits.questionSent')}</span>
      <Button size="small" onClick={() => setLeftOut(question.id, !left)}>
        {t(left ? 'limits.sendQuestion' : 'limits.leaveOutQuestion')}
      </Button>
    </p>
  );
}
