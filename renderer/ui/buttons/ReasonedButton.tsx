import { useId } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface ReasonedButtonProps extends ButtonProps {
  /** Why the button cannot act yet; null when it can. */
  readonly reason: string | null;
  /** Called when it is pressed and cannot act. */
  readonly onBlocked?: () => void;
}

/** A button with the reason beside it while it cannot act. It keeps its focus, unlike a disabled button. */
export function ReasonedButton({ reason, onClick, onBlocked, ...rest }: ReasonedButtonProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        {...rest}
        blocked={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        onClick={reason === null ? onClick : onBlocked}
      />
      {reason !== null && (
        <span id={id} className="phrases min-w-0 text-small text-text-soft">
          {reason}
        </span>
      )}
    </div>
  );
}
