import type { ServerResource } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Button } from '../../../../ui/index.ts';
import { Entry, nameOf } from './Entry.tsx';
import type { Reading } from './useReading.ts';

interface OfferedResourceProps {
  readonly resource: ServerResource;
  readonly reading: Reading;
}

/** A press attaches a copy. */
export function OfferedResource({ resource, reading }: OfferedResourceProps) {
  const t = useT();
  const format = useFormat();
  const { uri, name, description, type, size } = resource;
  const isRead = reading.of === uri;
  return (
    <div className="border-line border-b">
      <Entry
        {...{ name, address: uri, description }}
        facts={[type, size === null ? '' : format.bytes(size)]}
        action={
          <Button
            size="small"
            className="mt-0.5 shrink-0"
            busy={isRead}
            disabled={reading.of !== null && !isRead}
            aria-label={t('toolServers.attach.actionOf', { name: nameOf(name, uri) })}
            onClick={() => void reading.attach(uri)}
          >
            {t('toolServers.attach.action')}
          </Button>
        }
      />
    </div>
  );
}
