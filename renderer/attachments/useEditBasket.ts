import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../preload/contract/chat/attachments.ts';
import { useStores } from '../kit/index.ts';
import { type Basket, createBasket } from './taking/basket.ts';

/**
 * The files of a message that is being edited: those it has, to begin with.
 * @param onChange told what is attached whenever the user changes that
 */
export function useEditBasket(
  attachments: readonly Attachment[],
  onChange: (attachments: readonly Attachment[]) => void,
): Basket {
  const { client, settings } = useStores();
  const latest = useRef(onChange);
  latest.current = onChange;
  const [basket] = useState(() => {
    const made = createBasket(
      client,
      (now) => latest.current(now),
      () => settings.getState().value?.keepImageMetadata === true,
    );
    made.put(attachments);
    return made;
  });
  useEffect(() => () => basket.close(), [basket]);
  return basket;
}
