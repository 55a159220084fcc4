import { type ReactNode, useCallback, useRef } from 'react';

/** Opens the system's file dialog, for one file or several, from code; `input` has to be rendered. */
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
          // the same file can be chosen again
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
