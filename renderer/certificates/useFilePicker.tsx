import { type ReactNode, useCallback, useRef } from 'react';

/** Opens the system's file dialog from code; `input` has to be rendered. */
export function useFilePicker(
  accept: string,
  onFile: (file: File) => void,
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
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // the same file can be chosen again
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    ),
  };
}
