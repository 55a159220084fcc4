import { expect, test } from 'vitest';
import { readDocument } from '../../../renderer/attachments/taking/office/read.ts';
import { plainForms } from '../../../renderer/attachments/taking/pdf/forms.ts';
import {
  officeFile,
  openTextFile,
  paragraph,
  relationsPart,
  wordPart,
} from '../../support/files/office.ts';

const textOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readDocument(new Blob([bytes]))).text;
const word = (body: string, styles = '') =>
  officeFile('docx', {
    'word/document.xml': wordPart(body),
    ...(styles !== '' && {
      'word/_rels/document.xml.rels': relationsPart([['rId1', 'styles', 'styles.xml']]),
      'word/styles.xml': `<w:styles xmlns:w="w">${styles}</w:styles>`,
    }),
  }).then(textOf);
const run = (text: string, format = '') =>
  `<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;
const ruby = (base: string, reading: string) =>
  `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;

test.each([
  [
    'readings',
    p(run('ルビ：'), ruby('機関', 'きかん'), run('の説明')),
    'ルビ：機関（きかん）の説明',
  ],
  ['readings in other letters', p(ruby('東京', 'Tōkyō'), run('.')), '東京 (Tōkyō).'],
  [
    'hidden characters',
    p(run('a', '<w:vanish/>'), run('b', '<w:vanish/>'), run('c')),
    '[Hidden: ab]c',
  ],
  ['what is not hidden', p(run('a', '<w:vanish w:val="0"/>')), 'a'],
  [
    'a hidden mark of a paragraph',
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('a')}</w:p>`,
    'a',
  ],
  [
    'deletions',
    p(
      run('予算は'),
      `<w:del><w:r><w:delText>百</w:delText></w:r>${run('百')}</w:del>`,
      `<w:ins>${run('二百')}</w:ins>`,
    ),
    '予算は二百',
  ],
  [
    'what is raised',
    p(
      run('10'),
      run('3', '<w:vertAlign w:val="superscript"/>'),
      run(' H'),
      run('2', '<w:vertAlign w:val="subscript"/>'),
      run('O x'),
      run('ab', '<w:vertAlign w:val="superscript"/>'),
    ),
    '10³ H₂O x^{ab}',
  ],
  ['what is struck through', p(run('old ', '<w:strike/>'), run('new')), '~~old~~ new'],
  [
    'signs of fonts',
    p('<w:r><w:sym w:font="Wingdings" w:char="F0E0"/><w:sym w:font="Symbol" w:char="F061"/></w:r>'),
    '→α',
  ],
])('DOCX: %s', async (_, body, text) => {
  expect(await word(body)).toBe(text);
});

test('DOCX: characters that a style hides', async () => {
  const styles =
    '<w:style w:styleId="h"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="g"><w:basedOn w:val="h"/></w:style>';
  const body = `${p(run('a', '<w:rStyle w:val="g"/>'), run('b'))}${paragraph('c', '<w:pStyle w:val="h"/>')}${paragraph('d')}`;
  expect(await word(body, styles)).toBe('[Hidden: a]b\n[Hidden: c]\nd');
});

const m = (name: string, inside: string) => `<m:${name}>${inside}</m:${name}>`;
const mr = (text: string, format = '') => m('r', `${format && m('rPr', format)}${m('t', text)}`);
const e = (inside: string) => m('e', inside);
const chr = (sign: string) => `<m:chr m:val="${sign}"/>`;

test.each([
  [m('f', m('num', mr('a')) + m('den', mr('b'))), '\\frac{a}{b}'],
  [
    m('f', `<m:fPr><m:type m:val="lin"/></m:fPr>${m('num', mr('a'))}${m('den', mr('b'))}`),
    '{a}/{b}',
  ],
  [m('sSup', e(mr('x')) + m('sup', mr('2'))), 'x^{2}'],
  [m('sSup', e(mr('a+b')) + m('sup', mr('2'))), '{a+b}^{2}'],
  [m('sSubSup', e(mr('x')) + m('sub', mr('i')) + m('sup', mr('2'))), 'x_{i}^{2}'],
  [m('rad', `<m:radPr><m:degHide m:val="1"/></m:radPr>${m('deg', '')}${e(mr('x'))}`), '\\sqrt{x}'],
  [m('rad', m('deg', mr('3')) + e(mr('x'))), '\\sqrt[3]{x}'],
  [
    m('nary', m('naryPr', chr('∑')) + m('sub', mr('i=1')) + m('sup', mr('n')) + e(mr('i'))),
    '\\sum_{i=1}^{n}{i}',
  ],
  [m('nary', m('sub', mr('0')) + m('sup', mr('1')) + e(mr('f'))), '\\int_{0}^{1}{f}'],
  [m('d', e(mr('a')) + e(mr('b'))), '\\left( a \\middle| b \\right)'],
  [
    m('d', `<m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(mr('a'))}`),
    '\\left\\{ a \\right.',
  ],
  [m('func', m('fName', mr('sin', '<m:sty m:val="p"/>')) + e(mr('x'))), '\\sin {x}'],
  [
    m('func', m('fName', m('limLow', e(mr('lim')) + m('lim', mr('n→∞')))) + e(mr('a'))),
    '\\lim_{n→∞} {a}',
  ],
  [m('acc', m('accPr', chr('\u20d7')) + e(mr('v'))), '\\vec{v}'],
  [m('bar', `<m:barPr><m:pos m:val="top"/></m:barPr>${e(mr('x'))}`), '\\overline{x}'],
  [
    m('m', m('mr', e(mr('1')) + e(mr('0'))) + m('mr', e(mr('0')) + e(mr('1')))),
    '\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}',
  ],
  [m('eqArr', e(mr('a&amp;=b')) + e(mr('&amp;=c'))), '\\begin{aligned}a&=b \\\\ &=c\\end{aligned}'],
  [mr('R', '<m:scr m:val="double-struck"/>') + mr('𝑥 100%'), '\\mathbb{R}x 100\\%'],
  [mr('if', '<m:nor/>') + mr('速度'), '\\text{if}\\text{速度}'],
  [`${mr('a')}<w:del>${mr('b')}</w:del>${mr('c')}`, 'ac'],
])('DOCX: a formula is TeX: %#', async (inside, tex) => {
  expect(await word(p(run('式 '), m('oMath', inside), run(' end')))).toBe(`式 $${tex}$ end`);
});

test('DOCX: a formula on a line of its own, and one in a note', async () => {
  expect(await word(p(m('oMathPara', m('oMath', mr('a=b')))))).toBe('$$a=b$$');
  const bytes = await officeFile('docx', {
    'word/document.xml': wordPart(p(run('x'), '<w:r><w:footnoteReference w:id="2"/></w:r>')),
    'word/_rels/document.xml.rels': relationsPart([['rId1', 'footnotes', 'footnotes.xml']]),
    'word/footnotes.xml': `<w:footnotes xmlns:w="w" xmlns:m="m"><w:footnote w:id="2">${p(ruby('機関', 'きかん'), m('oMath', mr('a')), run('secret', '<w:vanish/>'))}</w:footnote></w:footnotes>`,
  });
  expect(await textOf(bytes)).toBe('x[^2]\n\n[^2]: 機関（きかん）$a$[Hidden: secret]');
});

test('PPTX: hidden slides, what is raised or struck through, formulas', async () => {
  const slide = (attributes: string, body: string) =>
    `<p:sld xmlns:p="p" xmlns:a="a" xmlns:m="m" xmlns:a14="a14" xmlns:mc="mc"${attributes}><a:p>${body}</a:p></p:sld>`;
  const text = (words: string, attributes = '') =>
    `<a:r><a:rPr${attributes}/><a:t>${words}</a:t></a:r>`;
  const bytes = await officeFile('pptx', {
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsPart([
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'slide', 'slides/slide2.xml'],
    ]),
    'ppt/slides/slide1.xml': slide(
      '',
      `${text('10')}${text('3', ' baseline="30000"')}${text(' old', ' strike="sngStrike"')}${text(' ')}<mc:AlternateContent><mc:Choice Requires="a14"><a14:m>${m('oMath', m('f', m('num', mr('a')) + m('den', mr('b'))))}</a14:m></mc:Choice><mc:Fallback>${text('picture')}</mc:Fallback></mc:AlternateContent>`,
    ),
    'ppt/slides/slide2.xml': slide(' show="0"', text('later')),
  });
  expect(await textOf(bytes)).toBe(
    '[Slide 1]\n10³ ~~old~~ $\\frac{a}{b}$\n\n[Slide 2, hidden]\nlater',
  );
});

test('XLSX: hidden rows and columns, what is raised or struck through', async () => {
  const bytes = await officeFile('xlsx', {
    'xl/workbook.xml':
      '<workbook xmlns="s" xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsPart([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml':
      '<sst xmlns="s"><si><r><t>m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><rPr><strike/></rPr><t>old</t></r><rPh><t>ヨミ</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet xmlns="s"><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet xmlns="s"><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c><c r="C1" s="1"><v>8</v></c></row><row r="2" hidden="1"><c r="A2"><v>9</v></c></row></sheetData></worksheet>',
  });
  expect(await textOf(bytes)).toBe('[Sheet A]\nm²~~old~~\t[Hidden: 7]\t~~8~~\n[Hidden: 9]');
});

test('ODT: readings, what is hidden, raised or struck through, formulas', async () => {
  const styles =
    '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>' +
    '<style:style style:name="S" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
    '<style:style style:name="B" style:family="text"><style:text-properties style:text-position="sub 58%"/></style:style>' +
    '<style:style style:name="L" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>';
  const span = (style: string, text: string) =>
    `<text:span text:style-name="${style}">${text}</text:span>`;
  const body =
    `<text:p><text:ruby><text:ruby-base>機関</text:ruby-base><text:ruby-text>きかん</text:ruby-text></text:ruby>の 10${span('S', '3')} H${span('B', '2')}O ${span('L', 'old')} ${span('H', 'secret')}</text:p>` +
    '<text:p>式 <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>' +
    '<text:section text:name="s" text:display="none"><text:p>away</text:p></text:section>';
  const math = (inside: string) =>
    `<math xmlns="m"><semantics>${inside}<annotation>{a} over {b}</annotation></semantics></math>`;
  const bytes = await openTextFile(body, styles, {
    'Object 1/content.xml': math(
      '<mrow><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><msqrt><mi>y</mi></msqrt></mrow>',
    ),
  });
  expect(await textOf(bytes)).toBe(
    '機関（きかん）の 10³ H₂O ~~old~~ [Hidden: secret]\n式 $\\frac{a}{b} = x^{2} + \\sum_{1}^{n}\\sqrt{y}$\n[Hidden: away]',
  );
});

test.each([
  ['縦書き︒﹁重要﹂︑︵注︶︙', '縦書き。「重要」、（注）…'],
  ['eﬃcient ﬁle ﬂow oﬀ ﬆ', 'efficient file flow off st'],
  ['⼀⽇⽊曜⽇⺟', '一日木曜日母'],
  ['soft\u00adly hy\u00ad\nphen', 'softly hyphen'],
  ['ﻻ', 'لا'],
  ['①㈱ｶﾅ Ⅳ ½ 神', '①㈱ｶﾅ Ⅳ ½ 神'],
])('PDF: forms for looks are the characters that they are of: %s', (text, plain) => {
  expect(plainForms(text)).toBe(plain);
});
