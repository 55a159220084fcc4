import { type ReactNode, useCallback, useRef } from 'react';

/** Opens the system's file dialog from code, for one file or several; render `input`. */
export function useFilePicker(
  accept: string,
  onFiles: (files: readonly File[]) => void,
): { readonly choose: () => void; readonly input: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const choose = useCallback(() => input.current?.click(), []);
  return {
    choose,
    input: (
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // lets the same file be chosen again
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
