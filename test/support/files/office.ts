import { zipOf } from './zip.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Relations = readonly (readonly [id: string, type: string, target: string])[];

export const relationsPart = (list: Relations): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const main = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;

/** A document of Office Open XML with these parts beside what every package has. */
export function officeFile(
  kind: keyof typeof main,
  parts: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const [name, type] = main[kind];
  const content = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${name}" ContentType="${content}"/></Types>`,
    '_rels/.rels': relationsPart([['rId1', 'officeDocument', name]]),
    ...parts,
  });
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** What stands in the body of a Word document, as its main part. */
export const wordPart = (body: string): string =>
  `${head}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`;

/** A paragraph of Word; `format` is what stands in its `w:pPr`. */
export const paragraph = (text: string, format = ''): string =>
  `<w:p>${format === '' ? '' : `<w:pPr>${format}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A Word document of these paragraphs. */
export const wordFile = (...texts: readonly string[]) =>
  officeFile('docx', {
    'word/document.xml': wordPart(texts.map((text) => paragraph(text)).join('')),
  });

/** An OpenDocument text; `styles` is what stands among its automatic styles. */
export function openTextFile(
  body: string,
  styles = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const spaces = ['office', 'text', 'table', 'style', 'draw', 'xlink']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${head}<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  });
}
