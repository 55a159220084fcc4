import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { useLineBreaks } from '../../../kit/useLineBreaks.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Card, Segmented } from '../../../ui/index.ts';
import { useSettings } from './useSettings.ts';

/** How messages are sent, and how conversations are named and drawn. */
export function ChatSettings() {
  const t = useT();
  const { current, change } = useSettings();
  const about = useFollowed(({ info }) => info).value;
  const lineBreaks = useLineBreaks();
  if (current === null) return null;
  return (
    <Card className="flex flex-col gap-4">
      <Segmented
        label={t('settings.sendWith.label')}
        value={current.sendWith ?? 'enter'}
        options={[
          { value: 'enter', label: t('settings.sendWith.enter') },
          { value: 'mod-enter', label: t('settings.sendWith.modEnter') },
        ]}
        onValueChange={(sendWith) => change({ sendWith })}
      />
      <div>
        <Segmented
          label={t('conversations.titles.label')}
          value={current.titles ?? 'first-words'}
          options={[
            { value: 'first-words', label: t('conversations.titles.firstWords') },
            { value: 'model', label: t('conversations.titles.model') },
          ]}
          onValueChange={(titles) => change({ titles })}
        />
        <p className="phrases mt-1 text-small text-text-soft">{t('conversations.titles.hint')}</p>
      </div>
      <Switch
        label={t('settings.lineBreaks.label')}
        hint={t('settings.lineBreaks.hint')}
        checked={lineBreaks}
        onCheckedChange={(on) => change({ lineBreaks: on })}
      />
      <Switch
        label={t('settings.imageMetadata.label')}
        hint={t('settings.imageMetadata.hint')}
        checked={current.keepImageMetadata !== true}
        onCheckedChange={(on) => change({ keepImageMetadata: !on })}
      />
      {about?.spelling === true && (
        <Switch
          label={t('settings.spelling.label')}
          hint={t('settings.spelling.hint')}
          checked={current.checkSpelling !== false}
          onCheckedChange={(checkSpelling) => change({ checkSpelling })}
        />
      )}
    </Card>
  );
}
