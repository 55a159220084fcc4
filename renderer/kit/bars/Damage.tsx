import type { AppInfo } from '../../../preload/contract/app.ts';
import { useT } from '../../i18n/index.ts';
import { Bar, Mono } from '../../ui/index.ts';
import { useStores } from '../index.ts';

interface DamageProps {
  readonly damage: NonNullable<AppInfo['damage']>;
  readonly onDismiss: () => void;
}

/** Reports the recovered or missing data of a damaged database, and offers a restore. */
export default function Damage({ damage, onDismiss }: DamageProps) {
  const t = useT();
  const { route } = useStores();
  const { systems, conversations, messages, whole, path } = damage;
  const read = whole ? 'all' : systems + conversations + messages === 0 ? 'none' : 'some';
  const kind = path === null ? 'log' : read;
  return (
    <Bar
      tone="warning"
      className="m-3 mb-0"
      action={{
        label: t('frame.damage.restore'),
        onAction: () => route.go({ screen: 'settings', part: 'restore' }),
      }}
      details={
        path && (
          <>
            <p>{t('frame.damage.file')}</p>
            <Mono>{path}</Mono>
          </>
        )
      }
      onDismiss={onDismiss}
    >
      <p className="font-medium">
        {t(`frame.damage.${kind}`, { systems, conversations, messages })}
      </p>
      <p className="text-text-soft">{t('frame.damage.next')}</p>
    </Bar>
  );
}
