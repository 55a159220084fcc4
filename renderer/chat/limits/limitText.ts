import type { RequestCheck } from '../../../preload/contract/chat.ts';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { Translate } from '../../i18n/index.ts';
import type { useFormat } from '../../i18n/useFormat.ts';

/** Which limit a request breaks, with its numbers. */
export function limitText(
  { code }: Pick<AppErrorData, 'code'>,
  check: RequestCheck,
  t: Translate,
  format: ReturnType<typeof useFormat>,
): string {
  const { model, inputTokens, margin, maxTokens, contextLength, images } = check;
  switch (code) {
    case 'context-overflow':
      return t(margin === 0 ? 'limits.overflowCounted' : 'limits.overflow', {
        model,
        input: format.number(inputTokens),
        margin: format.number(margin),
        answer: format.number(maxTokens),
        total: format.number(inputTokens + maxTokens),
        length: contextLength === null ? '?' : format.number(contextLength),
      });
    case 'request-too-large':
      return t('limits.body', {
        size: format.bytes(check.bodyBytes),
        limit: format.bytes(check.bodyLimit),
      });
    case 'image-not-supported':
      return t('limits.images', { model, count: images });
    default:
      return t(`errors.${code}.what`);
  }
}
