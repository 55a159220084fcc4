import type { ToolProgress } from '../../../../../preload/contract/chat/conversation.ts';
import { formatNumber, formatPercent } from '../../../../i18n/format.ts';
import { useLanguage } from '../../../../i18n/index.ts';

/** How far a running tool is: a share if its server knows the whole, and the server's words. */
export function ProgressWords({ progress }: { readonly progress: ToolProgress }) {
  const language = useLanguage();
  const { done, total, text } = progress;
  const isShare = total !== null && total > 0 && done >= 0 && done <= total;
  const amount = isShare ? formatPercent(done / total, language) : formatNumber(done, language);
  return (
    <span className="flex min-w-0 gap-x-1.5">
      {(isShare || text === '') && <span className="shrink-0 tabular-nums">{amount}</span>}
      {text !== '' && (
        <span dir="auto" className="min-w-0 truncate">
          {text}
        </span>
      )}
    </span>
  );
}
