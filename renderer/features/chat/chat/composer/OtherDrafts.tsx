import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { Bar, LongText, longestTitle, oneLine, useDiscard } from '../../../../ui/index.ts';

interface OtherDraftsProps {
  readonly systemId: string;
  readonly conversationId: string | null;
  readonly texts: readonly string[];
  /** Stores the current draft first. */
  readonly flush: () => Promise<void> | undefined;
}

/** Text of another window that this draft replaced: the user can have either. */
export function OtherDrafts({ systemId, conversationId, texts, flush }: OtherDraftsProps) {
  const t = useT();
  const { client, writing } = useStores();
  const { leave, question } = useDiscard(true);
  const settle = (text: string, take: boolean) =>
    void writing.carryOut(async () => {
      await flush();
      const revision = draftRevision(text);
      await client.call('drafts.resolveOther', { systemId, conversationId, revision, take });
    });
  return (
    <>
      {texts.map((text) => (
        <Bar
          key={draftRevision(text)}
          tone="note"
          className="mb-2"
          action={{ label: t('chat.otherDraft.take'), onAction: () => settle(text, true) }}
          details={<LongText text={text} className="max-h-[30dvh] overflow-y-auto" />}
          onDismiss={() => leave(() => settle(text, false))}
        >
          {t('chat.otherDraft.text', { text: oneLine(text, longestTitle) })}
        </Bar>
      ))}
      {question}
    </>
  );
}
