import { hash } from 'node:crypto';
import { encodePart } from '../../../../common/texts/percent-encode.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import type { Held } from './held.ts';

/** A piece of a body: text, or a file that is held. */
export type Piece = string | Held;
export interface BuiltBody {
  readonly type: string;
  readonly pieces: readonly Piece[];
}

/** @throws AppError `request-file-gone` */
export function buildBody(
  body: NonNullable<ConsoleRequest['body']>,
  fill: (text: string) => string,
  held: (id: string) => Held | undefined,
): BuiltBody {
  const fileOf = (file: { readonly id: string; readonly name: string }): Held => {
    const found = held(file.id);
    if (found === undefined) {
      throw new AppError('request-file-gone', { details: { name: file.name.slice(0, 200) } });
    }
    return found;
  };
  switch (body.kind) {
    case 'text':
      return { type: fill(body.type), pieces: [fill(body.text)] };
    case 'file': {
      const file = fileOf(body.file);
      return { type: body.file.type || 'application/octet-stream', pieces: [file] };
    }
    case 'urlencoded': {
      const pairs = body.fields.map(
        ({ name, value }) => `${formPart(fill(name))}=${formPart(fill(value))}`,
      );
      return { type: 'application/x-www-form-urlencoded', pieces: [pairs.join('&')] };
    }
    case 'multipart':
      return multipart(
        body.fields.map((field) => {
          const name = fill(field.name);
          if ('file' in field) {
            const { name: fileName, type } = field.file;
            return {
              name,
              fileName,
              type: type || 'application/octet-stream',
              content: fileOf(field.file),
            };
          }
          const type = 'type' in field && typeof field.type === 'string' ? field.type : null;
          return { name, fileName: null, type, content: fill(field.value) };
        }),
      );
  }
}

/** As the URL standard writes forms. */
const formPart = (text: string): string =>
  encodePart(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

interface Part {
  readonly name: string;
  readonly fileName: string | null;
  readonly type: string | null;
  readonly content: Piece;
}

/** The boundary follows from the content, so that the same request has the same hash. */
function multipart(parts: readonly Part[]): BuiltBody {
  const content = parts.map(({ content: one, ...rest }) => [
    rest,
    typeof one === 'string' ? one : one.hash,
  ]);
  const boundary = `compute-desk-${hash('sha256', JSON.stringify(content)).slice(0, 40)}`;
  const pieces = parts.flatMap(({ name, fileName, type, content: one }): Piece[] => {
    const file = fileName === null ? '' : `; filename="${quotable(fileName)}"`;
    const kind = type === null ? '' : `Content-Type: ${quotable(type)}\r\n`;
    const head = `Content-Disposition: form-data; name="${quotable(name)}"${file}`;
    return [`--${boundary}\r\n${head}\r\n${kind}\r\n`, one, '\r\n'];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    pieces: [...pieces, `--${boundary}--\r\n`],
  };
}

/** As the HTML standard escapes names, "multipart/form-data encoding algorithm". */
const quotable = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
