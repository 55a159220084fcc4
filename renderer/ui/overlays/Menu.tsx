import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Parts } from 'radix-ui';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { KeyHint } from '../marks/KeyHint.tsx';

interface MenuAction {
  readonly id: string;
  readonly label: string;
  /** A secondary line. */
  readonly note?: string;
  readonly icon?: LucideIcon;
  /** Drawn before the label instead of an icon, such as a `StateMark`. */
  readonly mark?: ReactNode;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Present for a choice among others: whether this one is selected. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

/** An entry, a heading above the next entries, or a separator between groups. */
export type MenuItem = MenuAction | { readonly heading: string } | 'separator';

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  /** Names the menu for screen readers, if the trigger's name does not. */
  readonly label?: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

/** Parents for an open menu, so that it belongs to the part of the page that opened it. */
const landmarks = 'main, nav, aside, [role="dialog"], [role="alertdialog"]';

function Entry({ item }: { readonly item: MenuAction }) {
  const { label, note, icon: Icon, mark, keys, danger, disabled, checked, onSelect } = item;
  const look = cx(
    'flex min-h-7.5 select-none items-center gap-2 rounded-control px-2 py-1 text-body outline-0',
    'data-highlighted:bg-hover data-disabled:opacity-45',
    danger ? 'text-down-text' : 'text-text',
  );
  const face = (
    <>
      {mark ?? (Icon && <Icon size={14} aria-hidden className="shrink-0 opacity-80" />)}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {label}
        </span>
        {note && <span className="block truncate text-small text-text-soft">{note}</span>}
      </span>
      {keys && <KeyHint keys={keys} className="ml-3 text-text-soft" />}
      {checked && <Check size={14} aria-hidden className="shrink-0 text-accent-text" />}
    </>
  );
  if (checked === undefined) {
    return (
      <Parts.Item className={look} disabled={disabled} onSelect={onSelect}>
        {face}
      </Parts.Item>
    );
  }
  return (
    <Parts.CheckboxItem className={look} disabled={disabled} checked={checked} onSelect={onSelect}>
      {face}
    </Parts.CheckboxItem>
  );
}

/** A menu under a button; arrow keys, typing ahead and Escape work as in the platform's own. */
export function Menu({ trigger, items, label, align = 'start', side = 'bottom' }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Parts.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) setHome(button.current?.closest<HTMLElement>(landmarks) ?? null);
      }}
    >
      <Parts.Trigger asChild id={id} ref={button}>
        {trigger}
      </Parts.Trigger>
      <Parts.Portal container={home}>
        <Parts.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          data-opened-by={id}
          aria-label={label}
          aria-labelledby={label === undefined ? id : undefined}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-96 animate-rise overflow-y-auto rounded-card bg-raised p-1 shadow-overlay outline-0"
        >
          {items.map((item, index) => {
            if (item === 'separator') {
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity of its own
              return <Parts.Separator key={index} className="mx-1 my-1 h-px bg-line" />;
            }
            if ('heading' in item) {
              return (
                <Parts.Label
                  key={item.heading}
                  className="px-2 pt-1.5 pb-1 text-small font-medium text-text-soft"
                >
                  {item.heading}
                </Parts.Label>
              );
            }
            return <Entry key={item.id} item={item} />;
          })}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
