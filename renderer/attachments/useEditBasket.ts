import { useEffect, useState } from 'react';
import type { Attachment } from '../../preload/contract/attachments.ts';
import { useClient } from '../kit/index.ts';
import { type Basket, createBasket } from './taking/basket.ts';

/** The files of a message that is being edited: those it has, to begin with. */
export function useEditBasket(attachments: readonly Attachment[]): Basket {
  const client = useClient();
  const [basket] = useState(() => {
    const made = createBasket(client, () => undefined);
    made.put(attachments);
    return made;
  });
  useEffect(() => () => basket.close(), [basket]);
  return basket;
}
