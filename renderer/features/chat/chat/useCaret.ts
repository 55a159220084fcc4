import { useEffect, useLayoutEffect, useState } from 'react';
import { useStores } from '../../kit/index.ts';
import { useCovered } from '../../ui/overlays/covers.tsx';

/** Puts the caret into the message field of a conversation that begins: by "New conversation", or by going to Chat. */
export function useCaret(isNew: boolean): {
  /** The next change of the place leaves the focus where it is. */
  readonly leave: () => void;
} {
  const { route, commands } = useStores();
  const covered = useCovered();
  const [wanted, setWanted] = useState(isNew);
  const [stays] = useState({ once: false });
  useEffect(
    () =>
      route.subscribe((place) => {
        const begins = place.screen === 'chat' && place.conversationId === undefined;
        setWanted(begins && !stays.once);
        stays.once = false;
      }),
    [route, stays],
  );
  // with what is drawn: no key that is pressed next is lost
  useLayoutEffect(() => {
    if (!wanted || covered || !isNew) return;
    const focus = () => commands.getState().able.get('focus-composer')?.('');
    setWanted(false);
    focus();
    // an overlay that has just closed gives the focus back after that
    setTimeout(focus, 0);
  }, [wanted, covered, isNew, commands]);
  const [leave] = useState(() => () => {
    stays.once = true;
  });
  return { leave };
}
