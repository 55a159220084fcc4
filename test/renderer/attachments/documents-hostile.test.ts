import { expect, test } from 'vitest';
import { largestText } from '../../../preload/contract/chat/attachments.ts';
import { readDocument } from '../../../renderer/attachments/taking/office/read.ts';
import {
  officeFile,
  openTextFile,
  paragraph,
  relationsPart,
  wordFile,
  wordPart,
} from '../../support/files/office.ts';
import { zipOf } from '../../support/files/zip.ts';

const read = (bytes: Uint8Array<ArrayBuffer>, most?: number) =>
  readDocument(new Blob([bytes]), most);
const word = (part: string) => officeFile('docx', { 'word/document.xml': part });

test('entities of a file of its own are refused: nothing of them is ever unfolded', async () => {
  const laughs = `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from(
    { length: 20 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('')}]>`;
  const bytes = await word(
    wordPart(paragraph('&l20;')).replace('<w:document', `${laughs}<w:document`),
  );
  await expect(read(bytes)).rejects.toMatchObject({ code: 'document-damaged' });
  const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const reaching = wordPart(paragraph('&x;')).replace('<w:document', `${outside}<w:document`);
  await expect(read(await word(reaching))).rejects.toMatchObject({ code: 'document-damaged' });
  // without a declaration too
  await expect(read(await word(wordPart(paragraph('&x;'))))).rejects.toMatchObject({
    code: 'document-damaged',
  });
});

test('what unpacks to more than may be is given up on the way', async () => {
  const bytes = await wordFile('a'.repeat(3_000_000));
  expect(bytes.length).toBeLessThan(50_000);
  await expect(read(bytes, 1_000_000)).rejects.toMatchObject({ code: 'document-too-large' });
});

test('a text that is told again and again ends where texts end', async () => {
  const long = 'b'.repeat(400_000);
  const cells = Math.ceil(largestText / long.length) + 1;
  const bytes = await officeFile('xlsx', {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsPart([
      ['rId1', 'worksheet', 'sheet.xml'],
      ['rId2', 'sharedStrings', 'strings.xml'],
    ]),
    'xl/strings.xml': `<sst><si><t>${long}</t></si></sst>`,
    'xl/sheet.xml': `<worksheet><row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row></worksheet>`,
  });
  await expect(read(bytes)).rejects.toMatchObject({ code: 'document-too-large' });

  const cell = `<table:table-cell table:number-columns-repeated="999999"><text:p>${'c'.repeat(200_000)}</text:p></table:table-cell>`;
  await expect(
    read(
      await openTextFile(`<table:table><table:table-row>${cell}</table:table-row></table:table>`),
    ),
  ).rejects.toMatchObject({ code: 'document-too-large' });
});

test('elements inside of elements end somewhere; many runs of one paragraph take no longer than many paragraphs', async () => {
  const deep = 20_000;
  const nested = wordPart(`${'<w:sdt>'.repeat(deep)}${paragraph('x')}${'</w:sdt>'.repeat(deep)}`);
  await expect(read(await word(nested))).rejects.toMatchObject({ code: 'document-damaged' });
  const runs = 20_000;
  const bytes = await word(wordPart(`<w:p>${'<w:r><w:t>y</w:t></w:r>'.repeat(runs)}</w:p>`));
  expect((await read(bytes)).text).toBe('y'.repeat(runs));
});

test('what is damaged, protected, empty or something else says so', async () => {
  const whole = await wordFile('words');
  const code = async (bytes: Uint8Array<ArrayBuffer>) =>
    read(bytes).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
  expect(await code(whole)).toBe('read');
  expect(await code(whole.slice(0, whole.length - 40))).toBe('document-damaged');
  const spoilt = whole.slice();
  spoilt.fill(0xff, 60, 90);
  expect(await code(spoilt)).toBe('document-damaged');
  expect(await code(await word('<w:document><w:p></w:document>'))).toBe('document-damaged');
  expect(await code(await word(wordPart('<w:p/>')))).toBe('document-no-text');
  expect(await code(await officeFile('xlsx', {}))).toBe('document-damaged');
  expect(await code(await zipOf({ 'a.txt': 'a' }))).toBe('attachment-unsupported');
  const locked =
    '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
  expect(await code(await openTextFile('', '', { 'META-INF/manifest.xml': locked }))).toBe(
    'document-protected',
  );
});
