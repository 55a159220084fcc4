import { FileText, FolderOpen, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '../i18n/index.ts';
import { IconButton, Menu, type MenuItem } from '../ui/index.ts';

/** What else can be attached than files of this computer. */
export interface MoreToAttach {
  readonly items: readonly MenuItem[];
  /** The user is about to open the menu. */
  readonly onNear: () => void;
}

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFolder: (files: readonly File[]) => void;
  readonly more: MoreToAttach;
  readonly disabled?: boolean;
}

/** Opens the system's dialogs for files and for a folder. */
export function AttachButton({ onFiles, onFolder, more, disabled = false }: AttachButtonProps) {
  const t = useT();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        side="top"
        trigger={
          <IconButton
            icon={Paperclip}
            label={t('attachments.add')}
            disabled={disabled}
            onPointerEnter={more.onNear}
            onFocus={more.onNear}
          />
        }
        items={[
          {
            id: 'files',
            label: t('attachments.menu.files'),
            note: t('attachments.menu.filesNote'),
            icon: FileText,
            onSelect: () => files.current?.click(),
          },
          {
            id: 'folder',
            label: t('attachments.menu.folder'),
            note: t('attachments.menu.folderNote'),
            icon: FolderOpen,
            onSelect: () => folder.current?.click(),
          },
          ...more.items,
        ]}
      />
      <FileInput input={files} onFiles={onFiles} />
      <FileInput input={folder} onFiles={onFolder} folder />
    </>
  );
}

interface FileInputProps {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
  readonly folder?: boolean;
}

/** Opens the system's file dialog when clicked from code. */
export function FileInput({ input, onFiles, folder = false }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      {...(folder ? { webkitdirectory: '' } : {})}
      data-picks={folder ? 'folder' : 'files'}
      onChange={({ target }) => {
        const chosen = [...(target.files ?? [])];
        // lets the same file be chosen again
        target.value = '';
        if (chosen.length > 0) onFiles(chosen);
      }}
    />
  );
}
