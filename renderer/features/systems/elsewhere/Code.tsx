import { CopyButton } from '../../../ui/index.ts';

/** Code to copy. */
export function Code({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-control border border-line bg-sunken"
    >
      <pre className="w-fit min-w-full py-2 pr-11 pl-3 font-mono text-mono">{text.trimEnd()}</pre>
      <span className="absolute top-1 right-1 rounded-control bg-sunken">
        <CopyButton name={name} text={text} />
      </span>
    </section>
  );
}
