import type { ReactNode, Ref } from 'react';

/** A section of the settings: its name beside its content. */
export function Section({
  title,
  children,
  ref,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** For links to this section. */
  readonly ref?: Ref<HTMLElement>;
}) {
  return (
    <section
      ref={ref}
      tabIndex={ref === undefined ? undefined : -1}
      className="grid gap-x-8 gap-y-2 border-line border-t py-5 first:border-t-0 first:pt-1 outline-0 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 className="text-body font-semibold">{title}</h2>
      <div className="flex min-w-0 flex-col items-start gap-3">{children}</div>
    </section>
  );
}
