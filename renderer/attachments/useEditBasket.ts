import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../preload/contract/chat/attachments.ts';
import { useStores } from '../kit/index.ts';
import { type Basket, createBasket } from './taking/basket.ts';

/**
 * Returns the files of an edited message, initially those of the message.
 * @param onChange called with the attachments after each change by the user
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
