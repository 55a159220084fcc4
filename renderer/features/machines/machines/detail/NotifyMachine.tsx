import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { NotificationRule } from '../../../../../preload/contract/machines/notifications.ts';
import { useT } from '../../../../i18n/index.ts';
import { LateTexts } from '../../../../i18n/late.tsx';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ErrorBar } from '../../../../ui/index.ts';
import type { ListedMachine } from '../filter.ts';
import { isNotified, withMachine, withoutMachine } from './notifyRule.ts';

/** Why this computer shows no notifications. */
type Obstacle = 'nobody' | 'denied' | 'ask';

export type NotifyMachine = ReturnType<typeof useNotifyMachine>;

/** Turns the notifications of one machine on and off, with the permission that they need. */
export function useNotifyMachine(systemId: string | null, { name, nth, group }: ListedMachine) {
  const { client } = useStores();
  const { value } = useResource('notifications', systemId === null ? null : { systemId });
  const { problem, attempt, forget } = useProblem();
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  /** The rule before notifications were turned on here: turning them off restores it. */
  const [before, setBefore] = useState<NotificationRule | null>(null);
  /** Something was pressed: the sentence then says what it did. */
  const [isTold, setTold] = useState(false);
  const machine = { name, nth };
  const isOn = value !== null && isNotified(value.rule, machine, group);
  const turn = async () => {
    if (value === null || systemId === null) return;
    const { rule, by } = value;
    setTold(true);
    setObstacle(null);
    if (!isOn) {
      const found = await obstacleOf(by);
      if (found !== null) return setObstacle(found);
    }
    const next = isOn ? (before ?? withoutMachine(rule, machine)) : withMachine(rule, machine);
    setBefore(isOn ? null : rule);
    await client.call('notifications.setRule', { systemId, rule: next });
  };
  return {
    isReady: value !== null,
    isOn,
    isTold,
    obstacle,
    problem,
    forget,
    turn: () => void attempt(turn),
  };
}

/** Asks for the permission, which a browser grants only right after a click. */
async function obstacleOf(by: 'host' | 'page' | 'nobody'): Promise<Obstacle | null> {
  if (by === 'nobody') return 'nobody';
  if (by === 'host') return null;
  if (!('Notification' in window)) return 'denied';
  const permission =
    Notification.permission === 'default'
      ? await Notification.requestPermission()
      : Notification.permission;
  if (permission === 'granted') return null;
  return permission === 'denied' ? 'denied' : 'ask';
}

/** One press turns them on, another off. */
export function NotifyButton({ notify }: { readonly notify: NotifyMachine }) {
  const t = useT();
  const { isOn } = notify;
  return (
    <Button
      size="small"
      icon={isOn ? BellRing : Bell}
      variant={isOn ? 'changed' : 'plain'}
      disabled={!notify.isReady}
      onClick={notify.turn}
    >
      {t(isOn ? 'machines.detail.notified' : 'machines.detail.notify')}
    </Button>
  );
}

/** What pressing it did, and the way to more. */
export function NotifyResult({ notify, name }: { readonly notify: NotifyMachine; name: string }) {
  return (
    <LateTexts>
      <Result notify={notify} name={name} />
    </LateTexts>
  );
}

function Result({ notify, name }: { readonly notify: NotifyMachine; readonly name: string }) {
  const t = useT();
  const { route } = useStores();
  const { isOn, isTold, obstacle, problem } = notify;
  return (
    <div className="text-small text-text-soft empty:hidden">
      {problem && <ErrorBar error={problem} onDismiss={notify.forget} />}
      <p role="status" className="phrases empty:hidden">
        {obstacle !== null && t(`notices.${obstacle}`)}
        {obstacle === null &&
          isTold &&
          t(isOn ? 'notices.machineOn' : 'notices.machineOff', { name })}
      </p>
      {isTold && isOn && (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button variant="quiet" size="small" onClick={notify.turn}>
            {t('common.undo')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            onClick={() => route.go({ screen: 'settings', part: 'notifications' })}
          >
            {t('notices.openSettings')}
          </Button>
        </div>
      )}
    </div>
  );
}
