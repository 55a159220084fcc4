import type {
  ModelCheck,
  RequestCheck,
} from '../../../../../preload/contract/chat/request-check.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { Translate } from '../../../../i18n/index.ts';
import type { useFormat } from '../../../../i18n/useFormat.ts';

type Format = ReturnType<typeof useFormat>;

function contextNumbers(check: ModelCheck, format: Format) {
  const { model, inputTokens, margin, maxTokens, contextLength } = check;
  return {
    model,
    input: format.number(inputTokens),
    margin: format.number(margin),
    answer: format.number(maxTokens),
    length: contextLength === null ? '?' : format.number(contextLength),
  };
}

/** Says that a request may not fit, with its numbers. */
function tightText(check: ModelCheck, t: Translate, format: Format): string {
  return t('limits.tight', contextNumbers(check, format));
}

/** Returns the messages about a request before it is sent, for each model asked. */
export function limitTexts(check: RequestCheck, t: Translate, format: Format): string[] {
  return [check, ...(check.others ?? [])].flatMap((one) => {
    const { problems, tight } = one;
    if (problems.length === 0) return tight ? [tightText(one, t, format)] : [];
    return problems.map((problem) => limitText(problem, one, t, format));
  });
}

/** Names the limit that a request breaks, with its numbers. */
export function limitText(
  { code }: Pick<AppErrorData, 'code'>,
  check: ModelCheck & Partial<Pick<RequestCheck, 'remedies'>>,
  t: Translate,
  format: Format,
): string {
  const { model, margin, images } = check;
  switch (code) {
    case 'context-overflow':
      return t(
        margin === 0 ? 'limits.overflowCounted' : 'limits.overflow',
        contextNumbers(check, format),
      );
    case 'request-too-large':
      // below the known limit: the service has another
      return t(check.bodyBytes > check.bodyLimit ? 'limits.body' : 'limits.bodyRefused', {
        size: format.bytes(check.bodyBytes),
        limit: format.bytes(check.bodyLimit),
      });
    case 'image-not-supported':
      return t('limits.images', { model, count: images });
    case 'format-refused':
      return t('limits.formatRefused');
    case 'model-gone':
      return t('limits.gone');
    case 'attachment-missing': {
      const files = (check.remedies ?? []).flatMap((remedy) =>
        remedy.kind === 'attach-again' ? remedy.files : [],
      );
      const names = files.map(({ name }) => name).join(', ');
      return t('limits.missing', { count: files.length, names });
    }
    default:
      return t(`errors.${code}.what`);
  }
}
