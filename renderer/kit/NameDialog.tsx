import { useId, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { Button, Dialog, ErrorBar, TextField } from '../ui/index.ts';
import { useAction } from './useAction.ts';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly maxLength?: number;
  /** Error below the field if it is empty. */
  readonly missing?: string;
  /** @param name Trimmed */
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a name, or for a new one. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, maxLength = 200, missing, onRename, onClose } = props;
  const t = useT();
  const formId = useId();
  const { busy, problem, attempt } = useAction();
  const [name, setName] = useState(props.name);
  const ready = name.trim() !== '';
  const rename = async () => {
    if (await attempt(() => onRename(name.trim()))) onClose();
  };
  return (
    <Dialog
      open
      size="small"
      busy={busy}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} disabled={!ready}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void rename();
        }}
      >
        {problem && <ErrorBar error={problem} className="mb-3" />}
        <TextField
          label={label}
          value={name}
          onValueChange={setName}
          maxLength={maxLength}
          problem={ready ? undefined : missing}
        />
      </form>
    </Dialog>
  );
}
