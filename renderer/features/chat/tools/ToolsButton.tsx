import { Wrench } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../i18n/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, cx, onDemand } from '../../../ui/index.ts';

const ToolsPanel = onDemand(() => import('./ToolsPanel.tsx'));

interface ToolsButtonProps {
  readonly parameters: Parameters;
  readonly onSave: (parameters: Parameters) => Promise<unknown>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Says how many tools the model may call in this conversation, and opens their list above itself. */
export function ToolsButton({ parameters, onSave, open, onOpen }: ToolsButtonProps) {
  const t = useT();
  const chosen = parameters.tools;
  // tools are only asked for once some are chosen: main builds their schemas on first use
  const { value: tools } = useResource('tools', chosen.length > 0 ? undefined : null);
  const never = chosen.filter((name) =>
    tools?.some((tool) => tool.name === name && tool.approval === 'never'),
  ).length;
  const on = chosen.length - never;
  const box = useRef<HTMLSpanElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={onOpen} modal>
      <span ref={box} className="contents">
        <Popover.Trigger asChild>
          <Button
            size="small"
            variant={never > 0 ? 'refused' : on > 0 ? 'changed' : 'quiet'}
            icon={Wrench}
          >
            <span className="max-w-[30cqi] truncate">
              {never > 0
                ? t('tools.refused', { count: never })
                : on > 0
                  ? t('tools.on', { count: on })
                  : t('tools.action')}
            </span>
          </Button>
        </Popover.Trigger>
      </span>
      <Popover.Portal container={box.current?.closest<HTMLElement>('main') ?? undefined}>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('tools.title')}
          aria-modal
          className={cx(
            'z-50 flex max-h-(--radix-popover-content-available-height) w-98 max-w-[calc(100vw-2rem)] animate-rise',
            'flex-col overflow-hidden rounded-card bg-raised shadow-overlay outline-0',
          )}
        >
          <ToolsPanel parameters={parameters} onSave={onSave} onClose={() => onOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
