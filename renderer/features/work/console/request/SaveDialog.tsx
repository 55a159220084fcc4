import type {
  ConsoleRequest,
  SavedRequest,
} from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { NameDialog } from '../../../../kit/NameDialog.tsx';
import { useToasts } from '../../../../ui/index.ts';

interface SaveDialogProps {
  readonly systemId: string;
  /** The saved request that this one came from, which it replaces under the same name. */
  readonly saved: SavedRequest | null;
  readonly suggested: string;
  readonly request: ConsoleRequest;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Saves a request under a name. */
export function SaveDialog(props: SaveDialogProps) {
  const { systemId, saved, suggested, request, onSaved, onClose } = props;
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  return (
    <NameDialog
      title={t('console.saved.title')}
      label={t('console.saved.name')}
      name={saved?.name ?? suggested.slice(0, 200)}
      missing={t('console.saved.nameMissing')}
      onRename={async (name) => {
        const isSame = saved !== null && saved.name === name;
        const { id } = await client.call('apiConsole.saveRequest', {
          systemId,
          id: isSame ? saved.id : null,
          name,
          note: isSame ? saved.note : '',
          request,
        });
        onSaved(id);
        toasts.show({ text: t('console.saved.done', { name }) });
      }}
      onClose={onClose}
    />
  );
}
