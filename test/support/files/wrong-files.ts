/** Stands in wrong files and answers; a few letters of it are as bad as all. */
export const planted = 'xylophone-quartz';
const letters = ['xylo', 'quartz', 'phone'];

/** Whether any of what was planted stands in a text. */
export function quotes(text: string): boolean {
  return letters.some((part) => text.includes(part));
}

/** What people choose instead of the right file, or what is left of the right one. */
export const foreignFiles: Readonly<Record<string, string>> = {
  'a letter': `${planted}, dear diary`,
  'a table': `"${planted}",1\n"b",2\n`,
  'a key': `{"${planted}`,
  'a value': `{"title": "${planted}`,
  'after its end': `{} ${planted}`,
  'a word': `[{"title": ${planted}}]`,
  'a word alone': JSON.stringify(planted),
  'another shape': JSON.stringify({ [planted]: { [planted]: planted } }),
  'a page': `<!doctype html><title>${planted}</title>`,
  'a calendar that is none': `BEGIN:VCALENDAR\r\n${planted}\r\nEND:VCALENDAR`,
  'ChatGPT, damaged': JSON.stringify([{ mapping: { [planted]: { message: planted } } }]),
};

type Path = readonly (string | number)[];

/** A file of JSON with something wrong at each of its places: a value, a kind of value, a name, its end. */
export function wrongJson(sound: object): Record<string, string> {
  const wrong: Record<string, string> = {};
  const add = (what: string, path: Path, value: unknown): void => {
    wrong[`${what} at ${path.join('.')}`] = JSON.stringify(value);
  };
  for (const path of placesIn(sound)) {
    add(
      'a word',
      path,
      changed(sound, path, () => planted),
    );
    add(
      'a list',
      path,
      changed(sound, path, () => [planted, { [planted]: planted }]),
    );
    add(
      'a record',
      path,
      changed(sound, path, () => ({ [planted]: { [planted]: planted } })),
    );
    add('another name', path, renamed(sound, path));
    add('a name beside it', path, beside(sound, path, planted, planted));
    add('a secret of a name', path, beside(sound, path, planted, { password: planted }));
    add('a secret as a name', path, beside(sound, path, `sk-${planted}`, 1));
    const text = JSON.stringify(changed(sound, path, () => planted));
    const at = text.indexOf(planted);
    wrong[`cut in the middle of ${path.join('.')}`] = text.slice(0, at + 9);
    wrong[`without a quote at ${path.join('.')}`] = `${text.slice(0, at - 1)}${text.slice(at)}`;
  }
  return wrong;
}

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...placesIn(part, here)];
  });
}

function changed(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  Reflect.set(copy, key, changed(Reflect.get(copy, key), rest, change));
  return copy;
}

/** In the record that the place is in, or the list's own place. */
function beside(value: unknown, path: Path, name: string, what: unknown): unknown {
  return changed(value, path.slice(0, -1), (parent) =>
    Array.isArray(parent)
      ? [...(parent as unknown[]), { [name]: what }]
      : { ...(parent as object), [name]: what },
  );
}

function renamed(value: unknown, path: Path): unknown {
  const last = path.at(-1);
  return changed(value, path.slice(0, -1), (parent) =>
    Array.isArray(parent)
      ? parent
      : Object.fromEntries(
          Object.entries(parent as object).map(([key, part]: [string, unknown]) =>
            key === last ? [planted, part] : [key, part],
          ),
        ),
  );
}

/** A file of lines with something wrong in each of them. */
export function wrongLines(sound: string, end = '\n'): Record<string, string> {
  const lines = sound.split(end);
  const wrong: Record<string, string> = {};
  for (const [at, line] of lines.entries()) {
    const name = /^[A-Z-]+/.exec(line)?.[0] ?? '';
    const ways = {
      'another line': planted,
      'another value': `${name}:${planted}`,
      'another kind': `${name};VALUE=DATE:${planted}`,
      'a parameter': `${name};X-${planted}="${planted}:${planted}`,
      'in the middle': `${line.slice(0, line.length / 2)}${planted}${line.slice(line.length / 2)}`,
    };
    for (const [way, other] of Object.entries(ways)) {
      wrong[`${way} ${at}`] = lines.with(at, other).join(end);
    }
  }
  return wrong;
}

/** A file of bytes that something was written over, here and there. */
export function wrongBytes(sound: Uint8Array, places = 24): Record<string, Uint8Array> {
  const wrong: Record<string, Uint8Array> = {};
  for (let place = 0; place < places; place += 1) {
    const at = Math.floor((place * sound.length) / places);
    const copy = Buffer.concat([sound, Buffer.alloc(planted.length)]);
    copy.write(planted, at);
    wrong[`written over at ${at}`] = copy.subarray(0, sound.length);
    wrong[`cut at ${at}`] = Buffer.concat([sound.subarray(0, at), Buffer.from(planted)]);
  }
  return wrong;
}
