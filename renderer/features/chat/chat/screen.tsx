import { PanelLeftOpen } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useT } from '../../../i18n/index.ts';
import { useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { useCommand, useOffer } from '../../../kit/useCommand.ts';
import { useNarrow } from '../../../kit/useNarrow.ts';
import { IconButton } from '../../../ui/index.ts';
import { useCovered } from '../../../ui/overlays/covers.tsx';
import { ConversationList } from '../conversations/index.ts';
import { ConversationView } from './ConversationView.tsx';

/** Below this width the list is folded while answers are side by side. */
const narrowWidth = '70rem';

/** Conversations with the models of the system's generative AI service. */
export default function ChatScreen() {
  const t = useT();
  const { route, conversations } = useStores();
  const place = useRoute();
  const system = useSystem();
  // null: by the room that there is
  const [wish, setFolded] = useState<boolean | null>(null);
  const [comparing, setComparing] = useState(false);
  const narrow = useNarrow(narrowWidth);
  const folded = wish ?? (comparing && narrow);
  const [begunTemporary, setBegunTemporary] = useState(0);
  const openId = place.screen === 'chat' ? (place.conversationId ?? null) : null;
  const startNew = useCallback(() => route.go({ screen: 'chat' }), [route]);
  const { leave } = useCaret(openId === null);
  const fold = useCommand('toggle-list');
  useOffer('new', startNew);
  useOffer('temporary', () => {
    startNew();
    setBegunTemporary((times) => times + 1);
  });
  useOffer('toggle-list', () => setFolded(!folded));

  // A conversation deleted here or in another window leaves the screen.
  useEffect(
    () =>
      conversations.subscribe(({ value }, before) => {
        const gone =
          openId !== null &&
          before.value?.some(({ id }) => id === openId) === true &&
          value?.every(({ id }) => id !== openId) === true;
        if (!gone) return;
        leave();
        route.replace({ screen: 'chat' });
      }),
    [conversations, openId, route, leave],
  );

  if (system === null) return null;
  return (
    <div className="flex h-full min-w-0">
      {folded ? (
        <div className="flex w-11 shrink-0 justify-center border-line border-r pt-3">
          <h1 className="sr-only">{t('frame.screens.chat')}</h1>
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
        onComparing={setComparing}
      />
    </div>
  );
}

/** Focuses the message field of a new conversation: after "New conversation", or on opening Chat. */
function useCaret(isNew: boolean): {
  /** The next navigation leaves the focus where it is. */
  readonly leave: () => void;
} {
  const { route, commands } = useStores();
  const covered = useCovered();
  const [wanted, setWanted] = useState(isNew);
  const [stays] = useState({ once: false });
  const waited = useRef(false);
  useEffect(
    () =>
      route.subscribe((place) => {
        const begins = place.screen === 'chat' && place.conversationId === undefined;
        setWanted(begins && !stays.once);
        stays.once = false;
      }),
    [route, stays],
  );
  // synchronously with rendering: no key pressed next is lost
  useLayoutEffect(() => {
    if (!wanted) waited.current = false;
    else if (covered) waited.current = true;
    if (!wanted || covered || !isNew) return;
    const focus = () => commands.getState().able.get('focus-composer')?.('');
    setWanted(false);
    focus();
    // an overlay that has just closed restores the focus after that; without one the user's next step may have moved it
    if (waited.current) setTimeout(focus, 0);
  }, [wanted, covered, isNew, commands]);
  const [leave] = useState(() => () => {
    stays.once = true;
  });
  return { leave };
}
