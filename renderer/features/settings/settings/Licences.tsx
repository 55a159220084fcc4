import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { AppInfo } from '../../../../preload/contract/app.ts';
import { useT } from '../../../i18n/index.ts';
import { Bar, Button, cx, Dialog, TextField } from '../../../ui/index.ts';
import { engineNotices } from './engine-notices.ts';
import { findNotices, loadNotices, type Notice } from './notices.ts';

/** Shows the licences of third-party software in the app and in its window. */
export function Licences({ about }: { readonly about: AppInfo }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [notices, setNotices] = useState<readonly Notice[] | 'missing'>([]);
  const show = async () => {
    setWanted('');
    try {
      setNotices(await loadNotices());
    } catch {
      // the dialog says so
      setNotices('missing');
    }
    setOpen(true);
  };
  const all = [...engineNotices(about, t), ...(notices === 'missing' ? [] : notices)];
  return (
    <>
      <Button onClick={() => void show()}>{t('settings.licences.open')}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="large"
        title={t('settings.licences.open')}
        description={t('settings.licences.text')}
      >
        <div className="flex flex-col gap-3">
          {notices === 'missing' && <Bar>{t('settings.licences.missing')}</Bar>}
          {all.length > 0 && (
            <>
              <TextField
                type="search"
                label={t('settings.licences.search')}
                value={wanted}
                onValueChange={setWanted}
              />
              <List notices={findNotices(all, wanted)} />
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

function List({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useT();
  if (notices.length === 0) {
    return <p className="text-text-soft">{t('settings.licences.none')}</p>;
  }
  return (
    <ul className="flex flex-col">
      {notices.map((notice) => (
        <Row key={`${notice.name} ${notice.version}`} notice={notice} />
      ))}
    </ul>
  );
}

function Row({ notice }: { readonly notice: Notice }) {
  const { name, version, licence, text } = notice;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-7.5 w-full items-center gap-2 rounded-control px-1 text-left hover:bg-hover"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cx('shrink-0 text-text-faint', open && 'rotate-90')}
        />
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="tabular text-small text-text-soft">{version}</span>
        <span className="ml-auto shrink-0 pl-2 text-small text-text-soft">{licence}</span>
      </button>
      <pre
        id={id}
        hidden={!open}
        className="whitespace-pre-wrap py-2 pr-1 pl-6 font-mono text-small wrap-anywhere"
      >
        {open && text}
      </pre>
    </li>
  );
}
