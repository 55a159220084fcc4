import { useMemo } from 'react';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Dialog, ErrorBar } from '../../../../ui/index.ts';
import { useJump } from '../search/useJump.ts';
import { layOut } from './layout.ts';
import { TreeView } from './TreeView.tsx';

interface TreeDialogProps {
  readonly conversation: Pick<ConversationSummary, 'id' | 'leafId'>;
  readonly onClose: () => void;
}

/** Every message of a conversation with all its branches; choosing one shows the branch through it. */
export default function TreeDialog({ conversation, onClose }: TreeDialogProps) {
  const t = useT();
  const format = useFormat();
  const { value: nodes, problem: lost } = useResource('tree', {
    conversationId: conversation.id,
  });
  const { problem: failed, attempt } = useAction();
  const goTo = useJump();
  const problem = failed ?? lost;
  const layout = useMemo(
    () => (nodes === null ? null : layOut(nodes, conversation.leafId)),
    [nodes, conversation.leafId],
  );
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('conversations.tree.title')}
      description={
        layout === null ? undefined : (
          <p>
            <span className="tabular">
              {t('conversations.tree.counts', {
                messages: format.number(layout.rows.length),
                branches: format.number(layout.branches),
              })}
            </span>
            <span className="block text-small">{t('conversations.tree.hint')}</span>
          </p>
        )
      }
    >
      {problem && <ErrorBar error={problem} className="mb-2" />}
      {layout?.rows.length === 0 && <p>{t('conversations.tree.none')}</p>}
      {layout !== null && layout.rows.length > 0 && (
        <TreeView
          layout={layout}
          leafId={conversation.leafId}
          onPick={async (messageId) => {
            if ((await attempt(() => goTo({ messageId }))) !== null) onClose();
          }}
        />
      )}
    </Dialog>
  );
}
