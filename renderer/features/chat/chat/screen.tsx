import { PanelLeftOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { useCommand, useOffer } from '../../../kit/useCommand.ts';
import { IconButton } from '../../../ui/index.ts';
import { ConversationList } from '../conversations/index.ts';
import { ConversationView } from './ConversationView.tsx';

/** Conversations with the models of the system's generative AI service. */
export default function ChatScreen() {
  const { route, conversations } = useStores();
  const place = useRoute();
  const system = useSystem();
  const [folded, setFolded] = useState(false);
  const [begunTemporary, setBegunTemporary] = useState(0);
  const openId = place.screen === 'chat' ? (place.conversationId ?? null) : null;
  const startNew = useCallback(() => route.go({ screen: 'chat' }), [route]);
  const fold = useCommand('toggle-list');
  useOffer('new', startNew);
  useOffer('temporary', () => {
    startNew();
    setBegunTemporary((times) => times + 1);
  });
  useOffer('toggle-list', () => setFolded(!folded));

  // A conversation that was removed, here or in another window, leaves the screen.
  useEffect(
    () =>
      conversations.subscribe(({ value }, before) => {
        const gone =
          openId !== null &&
          before.value?.some(({ id }) => id === openId) === true &&
          value?.every(({ id }) => id !== openId) === true;
        if (gone) route.replace({ screen: 'chat' });
      }),
    [conversations, openId, route],
  );

  if (system === null) return null;
  return (
    <div className="flex h-full min-w-0">
      {folded ? (
        <div className="flex w-11 shrink-0 justify-center border-line border-r pt-3">
          <IconButton icon={PanelLeftOpen} keys={fold.keys} label={fold.label} onClick={fold.run} />
        </div>
      ) : (
        <ConversationList systemId={system.id} openId={openId} />
      )}
      <ConversationView
        key={system.id}
        system={system}
        conversationId={openId}
        begunTemporary={begunTemporary}
      />
    </div>
  );
}
