import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Button } from './Button.tsx';

interface FoldButtonProps {
  readonly open: boolean;
  readonly onFold: (open: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Shows or hides the content after it. */
export function FoldButton({ open, onFold, children, className }: FoldButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      icon={open ? ChevronDown : ChevronRight}
      className={cx('-ml-2', className)}
      aria-expanded={open}
      onClick={() => onFold(!open)}
    >
      {children}
    </Button>
  );
}
