import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolRequest } from '../../../../preload/contract/chat/tools.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { oneLine } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ExactText } from './ExactText.tsx';
import { ToolChange } from './ToolChange.tsx';

/** Why the app asks, where it is not only the user's own choice. */
export function Reason({ request }: { readonly request: ToolRequest }) {
  const t = useT();
  const { reason, tool, sources } = request;
  const language = useLanguage();
  switch (reason) {
    case 'ask':
      return tool.everyTime ? (
        <p className="phrases text-small text-text-soft">{t('permission.everyTime')}</p>
      ) : null;
    case 'new':
      // the app's own tools say what they do in its own words
      if (tool.serverId === null) return null;
      return (
        <div className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2">
          <p className="phrases text-small text-text-soft">{t('permission.new')}</p>
          <div className="max-h-24 overflow-y-auto">
            <ExactText text={tool.description} />
          </div>
        </div>
      );
    case 'changed':
      return (
        <Risk title={t('permission.changed')}>
          <Changes request={request} />
        </Risk>
      );
    case 'untrusted': {
      const names = sources.map((one) => oneLine(drawn(one).text, 100));
      return (
        <Risk title={t('permission.untrusted')}>
          <p className="phrases wrap-anywhere">
            {t('permission.untrustedText', {
              sources: new Intl.ListFormat(language).format(names),
            })}
          </p>
        </Risk>
      );
    }
  }
}

/** The request has no schema: that of the tool is the one in the list, if it is still the same tool. */
function Changes({ request: { tool } }: { readonly request: ToolRequest }) {
  const { value: tools } = useResource('tools', undefined);
  const now = tools?.find((one) => one.name === tool.name && one.fingerprint === tool.fingerprint);
  return <ToolChange tool={tool} parameters={now?.parameters} />;
}

function Risk({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-degraded/40 bg-degraded-soft px-3 py-2">
      <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-degraded-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="phrases font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
