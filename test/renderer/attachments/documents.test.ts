import { expect, test } from 'vitest';
import { readDocument } from '../../../renderer/attachments/taking/office/read.ts';
import {
  officeFile,
  openTextFile,
  paragraph,
  relationsPart,
  wordPart,
} from '../../support/files/office.ts';

const read = async (bytes: Uint8Array<ArrayBuffer>) => readDocument(new Blob([bytes]));
const list = (id: number, depth: number) =>
  `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`;

test('DOCX: headings by any name of their style, lists with marks and numbers, tables, notes, boxes', async () => {
  const table = `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph('wide')}</w:tc><w:tc>${paragraph('c')}</w:tc></w:tr><w:tr><w:tc>${paragraph('1')}${paragraph('2')}</w:tc><w:tc><w:p/></w:tc><w:tc>${paragraph('3')}</w:tc></w:tr></w:tbl>`;
  const box = `<w:p><w:r><w:t>Before</w:t></w:r><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent>${paragraph('in a box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('in a box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  const body = [
    paragraph('計画', '<w:pStyle w:val="1"/>'),
    '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr><w:r><w:t>One &amp; </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">two</w:t><w:tab/><w:t>three</w:t><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>',
    paragraph('Deeper', '<w:pStyle w:val="sub"/>'),
    paragraph('first', list(1, 0)),
    paragraph('inner', list(2, 1)),
    paragraph('second', list(1, 0)),
    table,
    box,
  ].join('');
  const bytes = await officeFile('docx', {
    'word/document.xml': wordPart(body),
    'word/_rels/document.xml.rels': relationsPart([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', '/word/numbering.xml'],
      ['rId3', 'footnotes', 'footnotes.xml'],
    ]),
    'word/styles.xml':
      '<w:styles xmlns:w="w"><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="h2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="sub"><w:name w:val="Mine"/><w:basedOn w:val="h2"/></w:style></w:styles>',
    'word/numbering.xml':
      '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>',
    'word/footnotes.xml': `<w:footnotes xmlns:w="w"><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2">${paragraph('a note')}</w:footnote></w:footnotes>`,
  });
  expect(await read(bytes)).toEqual({
    kind: 'docx',
    text: [
      '# 計画',
      'One & two\tthree[^2]',
      '## Deeper',
      '3. first',
      '  - inner',
      '4. second',
      '',
      'wide\t\tc',
      '1 2\t\t3',
      '',
      'Before in a box',
      '',
      '[^2]: a note',
    ].join('\n'),
  });
});

const sheet = (rows: string) => `<worksheet xmlns="s"><sheetData>${rows}</sheetData></worksheet>`;

test('XLSX: sheets by name, cells in their columns, dates as dates, what formulas came to', async () => {
  const bytes = await officeFile('xlsx', {
    'xl/workbook.xml':
      '<workbook xmlns="s" xmlns:r="r"><sheets><sheet name="売上" sheetId="1" r:id="rId1"/><sheet name="Rest" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsPart([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml':
      '<sst xmlns="s"><si><t>品目</t><rPh><t>ヒンモク</t></rPh></si><si><r><t>two </t></r><r><t>runs</t></r></si><si><t>a\nb</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet xmlns="s"><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="[Red]0.00 &quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row><row r="3"><c r="B3" s="1"><v>46347</v></c><c s="2"><v>46347.5</v></c><c s="3"><v>0.75</v></c><c s="4"><v>1.5</v></c></row><row r="4"><c r="A4"><f>SUM(B1:B2)</f><v>12</v></c><c r="B4"><f>NOW()</f></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="inlineStr"><is><t>inline</t></is></c><c r="E4" t="e"><v>#N/A</v></c></row>',
    ),
    'xl/worksheets/sheet2.xml': sheet('<row><c><v>1</v></c></row>'),
  });
  expect(await read(bytes)).toEqual({
    kind: 'xlsx',
    text: [
      '[Sheet 売上]',
      '品目\t\ttwo runs\ta b',
      '\t2026-11-21\t2026-11-21 12:00:00\t18:00:00\t1.5',
      '12\t=NOW()\tTRUE\tinline\t#N/A',
      '',
      '[Sheet Rest, hidden]',
      '1',
    ].join('\n'),
  });
});

const slide = (...texts: string[]) =>
  `<p:sld xmlns:p="p" xmlns:a="a"><p:txBody>${texts.join('')}</p:txBody></p:sld>`;
const line = (text: string, level = 0) =>
  `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;

test('PPTX: slides in the order of the presentation, numbered, with levels, tables and notes', async () => {
  const bytes = await officeFile('pptx', {
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="257" r:id="rId2"/><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsPart([
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'slide', 'slides/slide2.xml'],
    ]),
    'ppt/slides/slide1.xml': slide(
      line('Second'),
      `<a:tbl><a:tr><a:tc>${line('a')}</a:tc><a:tc>${line('b')}</a:tc></a:tr></a:tbl>`,
    ),
    'ppt/slides/slide2.xml': slide(
      line('Title'),
      line('point', 1),
      '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>',
    ),
    'ppt/slides/_rels/slide2.xml.rels': relationsPart([
      ['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml'],
    ]),
    'ppt/notesSlides/notesSlide1.xml': slide(line('say this')),
  });
  expect(await read(bytes)).toEqual({
    kind: 'pptx',
    text: '[Slide 1]\nTitle\n  point\n[Notes] say this\n\n[Slide 2]\nSecond\na\tb',
  });
});

test('ODT: headings, lists, tables, notes; nothing of what was deleted, remarked or drawn', async () => {
  const styles =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>';
  const item = (text: string, more = '') =>
    `<text:list-item><text:p>${text}</text:p>${more}</text:list-item>`;
  const inner = `<text:list>${item('inner')}</text:list>`;
  const bytes = await openTextFile(
    [
      '<text:tracked-changes><text:deletion><text:p>deleted</text:p></text:deletion></text:tracked-changes>',
      '<text:h text:outline-level="2">Plan</text:h>',
      '<text:p>a<text:s text:c="3"/>b<text:tab/>c<office:annotation><text:p>remark</text:p></office:annotation><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>noted</text:p></text:note-body></text:note></text:p>',
      `<text:list text:style-name="L1">${item('one', inner)}${item('two')}</text:list>`,
      '<table:table><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="99999999"/></table:table-row></table:table>',
      '<text:p><draw:frame><draw:image><office:binary-data>AAAA</office:binary-data></draw:image></draw:frame>end</text:p>',
    ].join(''),
    styles,
  );
  expect(await read(bytes)).toEqual({
    kind: 'odt',
    text: '## Plan\na   b\tc (noted)\n1. one\n  - inner\n2. two\n\nx\tx\n\nend',
  });
});
