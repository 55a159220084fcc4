import { useCallback, useEffect } from 'react';
import { useIntent, useRoute, useStores, useSystem } from '../stores/index.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationView } from './ConversationView.tsx';

/** Conversations with the models of the system's generative AI service. */
export default function ChatScreen() {
  const { route, conversations } = useStores();
  const place = useRoute();
  const system = useSystem();
  const openId = place.screen === 'chat' ? place.conversationId : null;
  const startNew = useCallback(() => route.go({ screen: 'chat', conversationId: null }), [route]);
  useIntent('new-conversation', startNew);

  // A conversation that was removed, here or in another window, leaves the screen.
  useEffect(
    () =>
      conversations.subscribe(({ value }, before) => {
        const gone =
          openId !== null &&
          before.value?.some(({ id }) => id === openId) === true &&
          value?.every(({ id }) => id !== openId) === true;
        if (gone) route.replace({ screen: 'chat', conversationId: null });
      }),
    [conversations, openId, route],
  );

  if (system === null) return null;
  return (
    <div className="flex h-full min-w-0">
      <ConversationList systemId={system.id} openId={openId} onNew={startNew} />
      <ConversationView key={system.id} system={system} conversationId={openId} />
    </div>
  );
}
