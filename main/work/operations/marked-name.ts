/** What a marker looks like within the name of a job: no blank, which some schedulers refuse. */
const shape = /^(?:(.*)\.)?compute-desk-([\w-]{1,64})$/su;

/** A name that carries a marker, for APIs whose jobs have no comment. */
export function markedName(name: string | null, marker: string | null): string | null {
  if (marker === null) return name;
  const mark = marker.replaceAll(' ', '-');
  return name === null ? mark : `${name}.${mark}`;
}

/** Takes a name that came back apart. */
export function readMarkedName(name: string | null): {
  readonly name: string | null;
  readonly comment: string | null;
} {
  const found = name === null ? null : shape.exec(name);
  if (found === null) return { name, comment: null };
  return { name: found[1] ?? null, comment: `compute-desk ${found[2]}` };
}
