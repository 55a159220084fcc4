import { readOpenText } from './open-text.ts';
import { openParts, type Parts, relationsOf } from './parts.ts';
import { RefusedDocument } from './refusal.ts';
import { readSheets } from './sheets.ts';
import { readSlides } from './slides.ts';
import { readWord } from './word.ts';

/** A document as its text. */
export interface ReadDocument {
  readonly kind: 'docx' | 'xlsx' | 'pptx' | 'odt';
  readonly text: string;
}

const openText = 'application/vnd.oasis.opendocument.text';

/**
 * Returns the text of a document by its content: word processors with `#` before headings, list marks and numbers,
 * tables with tabs; spreadsheets with tabs, a line `[Sheet name]` before each sheet; presentations with `[Slide n]`
 * before each slide.
 * @param most maximum unpacked bytes, 256 MB by default
 * @throws RefusedDocument
 */
export async function readDocument(file: Blob, most?: number): Promise<ReadDocument> {
  const parts = await openParts(file, most);
  const read = (await readOffice(parts)) ?? (await readOpen(parts));
  if (read === null) throw new RefusedDocument('attachment-unsupported');
  if (read.text === '') throw new RefusedDocument('document-no-text');
  return read;
}

/** Office Open XML: ECMA-376. The package names the main part and its content type. */
async function readOffice(parts: Parts): Promise<ReadDocument | null> {
  if (!parts.has('[Content_Types].xml')) return null;
  const main = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined) return null;
  const type = await contentTypeOf(parts, main);
  if (type.includes('wordprocessingml')) return { kind: 'docx', text: await readWord(parts, main) };
  if (type.includes('spreadsheetml')) return { kind: 'xlsx', text: await readSheets(parts, main) };
  if (type.includes('ms-excel') && !type.includes('binary'))
    return { kind: 'xlsx', text: await readSheets(parts, main) };
  if (type.includes('presentationml') || type.includes('ms-powerpoint'))
    return { kind: 'pptx', text: await readSlides(parts, main) };
  return type.includes('ms-word') ? { kind: 'docx', text: await readWord(parts, main) } : null;
}

async function contentTypeOf(parts: Parts, name: string): Promise<string> {
  let own = '';
  let usual = '';
  await parts.read('[Content_Types].xml', {
    open(element, attributes) {
      const type = attributes.get('ContentType') ?? '';
      if (element === 'Override' && attributes.get('PartName') === `/${name}`) own = type;
      const end = attributes.get('Extension');
      if (element === 'Default' && end !== undefined && name.endsWith(`.${end}`)) usual = type;
    },
  });
  return own || usual;
}

/** OpenDocument 1.3, part 2: packages. */
async function readOpen(parts: Parts): Promise<ReadDocument | null> {
  if (!parts.has('mimetype') || !(await parts.head('mimetype')).startsWith(openText)) return null;
  let locked = false;
  if (parts.has('META-INF/manifest.xml')) {
    await parts.read('META-INF/manifest.xml', {
      open(element) {
        if (element === 'encryption-data') locked = true;
      },
    });
  }
  if (locked) throw new RefusedDocument('document-protected');
  return { kind: 'odt', text: await readOpenText(parts) };
}
