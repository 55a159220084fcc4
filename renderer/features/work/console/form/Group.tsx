import { type ReactNode, useId, useState } from 'react';
import { FoldButton } from '../../../../ui/index.ts';

export function Group(props: { readonly label: string | null; readonly children: ReactNode }) {
  const { label, children } = props;
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div
      role="group"
      aria-labelledby={label === null ? undefined : id}
      className="flex min-w-0 flex-col gap-3 border-line border-l-2 pl-3"
    >
      {label !== null && (
        <p id={id} className="font-mono text-small font-medium">
          {label}
        </p>
      )}
      {children}
    </div>
  );
}

/** A group that shows its fields when it is wanted: one may contain another of its kind, and so on. */
export function FoldedGroup(props: {
  readonly label: string;
  readonly open: boolean;
  readonly children: ReactNode;
}) {
  const { label, children } = props;
  const [open, setOpen] = useState(props.open);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FoldButton open={open} onFold={setOpen} className="self-start font-mono">
        {label}
      </FoldButton>
      {open && <Group label={null}>{children}</Group>}
    </div>
  );
}
