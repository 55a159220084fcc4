import { KeyRound, MoreHorizontal, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import type { GenaiState } from '../../../../../preload/contract/chat/genai.ts';
import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, IconButton, Menu } from '../../../../ui/index.ts';
import { changesOf, ModelMenu, SeveralModels } from '../../models/index.ts';
import { ToolsButton } from '../../tools/index.ts';
import type { Panel } from '../Panels.tsx';
import { ContextMeter } from './ContextMeter.tsx';

interface ServiceLineProps {
  readonly service: GenaiState | null;
  readonly model: string | null;
  readonly parameters: Parameters;
  readonly onSaveParameters: (parameters: Parameters) => Promise<unknown>;
  readonly check: RequestCheck | null;
  readonly onChooseModel: (model: string) => void;
  /** Models asked side by side; null for one. */
  readonly several: readonly string[] | null;
  readonly onOneModel: () => void;
  readonly open: Panel | null;
  readonly onOpen: (panel: Panel | null) => void;
}

/** The one line above the composer: model, context meter, the key's project, tools, parameters. */
export function ServiceLine(props: ServiceLineProps) {
  const { service, model, parameters, check, onChooseModel, several, onOneModel } = props;
  const { open, onOpen, onSaveParameters } = props;
  const t = useT();
  // a missing key or model is not reported before main has answered
  const isKnown = service !== null;
  return (
    <div className="@container mb-1 -ml-1 text-small">
      <div className="flex h-8 min-w-0 items-center gap-1">
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
        <span className="ml-auto flex min-w-0 items-center gap-1">
          <KeyButton service={service} onOpen={() => onOpen('keys')} />
          <ToolsButton
            parameters={parameters}
            onSave={onSaveParameters}
            open={open === 'tools'}
            onOpen={(shown) => onOpen(shown ? 'tools' : null)}
          />
          <ParametersButton parameters={parameters} onOpen={() => onOpen('parameters')} />
          <Menu
            align="end"
            side="top"
            trigger={<IconButton size="small" icon={MoreHorizontal} label={t('limits.more')} />}
            items={[
              { id: 'prompts', label: t('prompts.title'), onSelect: () => onOpen('prompts') },
              { id: 'keys', label: t('chat.keys.title'), onSelect: () => onOpen('keys') },
              { id: 'usage', label: t('chat.usage'), onSelect: () => onOpen('usage') },
              { id: 'elsewhere', label: t('elsewhere.title'), onSelect: () => onOpen('elsewhere') },
            ]}
          />
        </span>
      </div>
    </div>
  );
}

interface KeyButtonProps {
  readonly service: GenaiState | null;
  readonly onOpen: () => void;
}

/** The project that requests are billed to, by the name of its key. In a narrow line only what is wrong with it. */
function KeyButton({ service, onOpen }: KeyButtonProps) {
  const t = useT();
  const key = service?.keys.find(({ id }) => id === service.selectedKeyId) ?? null;
  const isRefused = key?.refusedAt != null;
  const isMissing = key === null && service?.keyless !== true;
  const text =
    key === null
      ? t(isMissing ? 'chat.keys.none' : 'chat.keys.notNeeded')
      : isRefused
        ? t('chat.keys.refused', { name: key.name })
        : key.name;
  return (
    <span
      className={cx(
        'contents',
        service === null && 'invisible',
        !isRefused && !isMissing && '@max-[40rem]:hidden',
      )}
    >
      <Button
        size="small"
        variant={isRefused ? 'refused' : 'quiet'}
        icon={isRefused ? TriangleAlert : KeyRound}
        aria-label={key === null ? undefined : t('chat.keys.short', { name: text })}
        onClick={onOpen}
      >
        <span className="max-w-[16cqi] truncate">{text}</span>
      </Button>
    </span>
  );
}

interface ParametersButtonProps {
  readonly parameters: Parameters;
  readonly onOpen: () => void;
}

/** Says which parameters are not at their default, and their values. */
function ParametersButton({ parameters, onOpen }: ParametersButtonProps) {
  const t = useT();
  const changes = changesOf(parameters, t);
  const [first, ...others] = changes;
  const text =
    first === undefined
      ? t('chat.parameters.default')
      : others.length === 0
        ? first
        : t('chat.parameters.more', { first, count: others.length });
  return (
    <Button
      size="small"
      variant={first === undefined ? 'quiet' : 'changed'}
      icon={SlidersHorizontal}
      title={others.length === 0 ? undefined : changes.join('\n')}
      aria-label={
        first === undefined
          ? text
          : t('chat.parameters.changed', { changes: [text, ...others].join(', ') })
      }
      onClick={onOpen}
    >
      <span className={cx('max-w-[22cqi] truncate', first === undefined && '@max-[34rem]:hidden')}>
        {text}
      </span>
    </Button>
  );
}
