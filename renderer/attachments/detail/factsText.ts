import { plainName } from '../../../common/texts/plain-name.ts';
import {
  type Attachment,
  imagesOf,
  textOf,
  tokensOf,
} from '../../../preload/contract/chat/attachments.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';

/** Returns the chip's line below the name: size, cost and peculiarities. */
export function useFactsText(): (one: Attachment) => string {
  const t = useT();
  const format = useFormat();
  return (one) => {
    const { kind, file, images, pages, mode, readUntil } = one;
    if (mode === 'left-out') return t('attachments.gone');
    const facts: string[] = [];
    if (pages !== null) facts.push(t('attachments.pages', { count: pages }));
    else facts.push(format.bytes(file.size));
    if (readUntil !== undefined) facts.push(t('attachments.readUntil', { page: readUntil }));
    const noText = kind === 'pdf' && textOf(one) === null;
    if (noText && images.length === 0) facts.push(t('attachments.noText'));
    else if (mode === 'reference') facts.push(t('attachments.inParts'));
    else
      facts.push(
        t('attachments.tokens', { count: tokensOf(one), tokens: format.number(tokensOf(one)) }),
      );
    if (kind === 'pdf' && images.length > 0)
      facts.push(t('attachments.pageImages', { count: images.length }));
    if (kind === 'image' && imagesOf(one)[0]?.hash !== file.hash)
      facts.push(t('attachments.smaller'));
    return facts.join(' · ');
  };
}

/** What would not be seen in an address, or would show it in another order than it has. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Returns where a copy came from; null if it is none. Unseen characters of its address are percent-encoded, and it goes
 * from left to right.
 */
export function useSourceText(): (one: Attachment) => string | null {
  const t = useT();
  return ({ source }) => {
    if (source === undefined) return null;
    const uri = source.uri.replaceAll(unseen, encodeURIComponent);
    return t('attachments.source', { server: plainName(source.server), uri: `\u2066${uri}\u2069` });
  };
}
