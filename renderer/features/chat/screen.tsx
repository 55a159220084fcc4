import { PanelLeftOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useOffer, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { IconButton } from '../../ui/index.ts';
import { ConversationList } from '../conversations/index.ts';
import { ConversationView } from './ConversationView.tsx';

/** Conversations with the models of the system's generative AI service. */
export default function ChatScreen() {
  const t = useT();
  const { route, conversations, commands } = useStores();
  const place = useRoute();
  const system = useSystem();
  const [folded, setFolded] = useState(false);
  const [begunTemporary, setBegunTemporary] = useState(0);
  const openId = place.screen === 'chat' ? place.conversationId : null;
  const startNew = useCallback(() => route.go({ screen: 'chat', conversationId: null }), [route]);
  useOffer(commands, 'new', startNew);
  useOffer(commands, 'temporary', () => {
    startNew();
    setBegunTemporary((times) => times + 1);
  });
  useOffer(commands, 'toggle-list', () => setFolded(!folded));

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
      {folded ? (
        <div className="flex w-11 shrink-0 justify-center border-line border-r pt-3">
          <IconButton
            icon={PanelLeftOpen}
            keys="mod+shift+s"
            label={t('conversations.commands.toggle-list')}
            onClick={() => setFolded(false)}
          />
        </div>
      ) : (
        <ConversationList
          systemId={system.id}
          openId={openId}
          onNew={startNew}
          onFold={() => setFolded(true)}
        />
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
