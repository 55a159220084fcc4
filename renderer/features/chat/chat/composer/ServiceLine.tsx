import { KeyRound, MoreHorizontal, SlidersHorizontal, TriangleAlert, Wrench } from 'lucide-react';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import type { GenaiState } from '../../../../../preload/contract/chat/genai.ts';
import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, IconButton, Menu } from '../../../../ui/index.ts';
import { isChanged, ModelMenu, noParameters, SeveralModels } from '../../models/index.ts';
import type { Panel } from '../Panels.tsx';
import { ContextMeter } from './ContextMeter.tsx';

interface ServiceLineProps {
  readonly service: GenaiState | null;
  readonly model: string | null;
  readonly parameters: Parameters;
  readonly check: RequestCheck | null;
  readonly onChooseModel: (model: string) => void;
  /** Models asked side by side; null for one. */
  readonly several: readonly string[] | null;
  readonly onOneModel: () => void;
  readonly onOpen: (panel: Panel) => void;
}

/** The line above the composer: model, context meter, the key's project, tools, parameters. */
export function ServiceLine(props: ServiceLineProps) {
  const { service, model, parameters, check, onChooseModel, several, onOneModel, onOpen } = props;
  const t = useT();
  // a missing key or model is not reported before main has answered
  const isKnown = service !== null;
  const key = service?.keys.find(({ id }) => id === service.selectedKeyId) ?? null;
  const { tools, ...rest } = parameters;
  const changed = isChanged({ ...rest, tools: noParameters.tools });
  return (
    <div className="mb-1 -ml-1 flex min-w-0 flex-wrap items-center gap-x-1 text-small">
      <span className={cx('contents', !isKnown && 'invisible')}>
        {several === null ? (
          <ModelMenu
            service={service}
            chosen={model}
            onChoose={onChooseModel}
            onSeveral={() => onOpen('several')}
          />
        ) : (
          <SeveralModels models={several} onChange={() => onOpen('several')} onOff={onOneModel} />
        )}
      </span>
      <ContextMeter check={check} />
      <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end">
        <Button
          size="small"
          variant="quiet"
          icon={key?.refusedAt ? TriangleAlert : KeyRound}
          className={cx('min-w-0', key?.refusedAt && 'text-down-text', !isKnown && 'invisible')}
          onClick={() => onOpen('keys')}
        >
          <span className="min-w-0 max-w-44 truncate">
            {key === null
              ? t(service?.keyless === true ? 'chat.keys.notNeeded' : 'chat.keys.none')
              : t('chat.keys.short', { name: key.name, lastFour: key.lastFour })}
          </span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={Wrench}
          className={cx(tools.length > 0 && 'text-accent-text')}
          aria-label={t('tools.offered', { count: tools.length })}
          onClick={() => onOpen('tools')}
        >
          {tools.length > 0 ? tools.length : t('tools.action')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={SlidersHorizontal}
          className={cx(changed && 'text-accent-text')}
          aria-label={changed ? t('chat.parameters.changed') : undefined}
          onClick={() => onOpen('parameters')}
        >
          {t('chat.parameters.action')}
        </Button>
        <Menu
          align="end"
          side="top"
          trigger={<IconButton size="small" icon={MoreHorizontal} label={t('limits.more')} />}
          items={[
            { id: 'prompts', label: t('prompts.title'), onSelect: () => onOpen('prompts') },
            { id: 'usage', label: t('chat.usage'), onSelect: () => onOpen('usage') },
            { id: 'elsewhere', label: t('elsewhere.title'), onSelect: () => onOpen('elsewhere') },
          ]}
        />
      </span>
    </div>
  );
}
