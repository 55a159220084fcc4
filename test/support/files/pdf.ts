/** A PDF with one page for each content, written by hand; fonts are those that every reader brings. */
export function pdfFile(pages: readonly PdfPage[], encrypted = false): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add('');
  const tree = add('');
  const western = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const descendant = add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >> >>',
  );
  const japanese = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3-90ms-RKSJ-H /Encoding /90ms-RKSJ-H /DescendantFonts [${descendant} 0 R] >>`,
  );
  const kids = pages.map((page) => {
    const content =
      'text' in page
        ? `BT /F1 24 Tf 72 700 Td (${page.text}) Tj ET`
        : 'shiftJis' in page
          ? `BT /F2 24 Tf 72 700 Td <${page.shiftJis}> Tj ET`
          : '0.8 0.2 0.2 rg 100 100 300 300 re f';
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 ${western} 0 R /F2 ${japanese} 0 R >> >> >>`,
    );
  });
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R >>`;
  objects[tree - 1] =
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const locked = encrypted
    ? add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`)
    : null;
  const security = locked === null ? '' : ` /Encrypt ${locked} 0 R /ID [<00> <00>]`;
  return written(objects, security, catalog);
}

function written(objects: readonly string[], security: string, root = 1): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) file += `${String(place).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R${security} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Words in ASCII, Shift_JIS as hexadecimal digits, or a red square without any text. */
export type PdfPage =
  | { readonly text: string }
  | { readonly shiftJis: string }
  | { readonly square: true };

/** One page that draws a form which draws the next one ten times, down to words: their text has no end that comes. */
export function endlessPdf(depth = 12): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  ];
  const resources = (next: number) =>
    `/Resources << /XObject << /X ${next} 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>`;
  const stream = (head: string, content: string) =>
    `<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  objects.push(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${resources(5)} >>`,
    stream('', '/X Do'),
  );
  for (let at = 0; at < depth; at += 1) {
    const form = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources(6 + at)}`;
    const last = at === depth - 1;
    objects.push(
      stream(form, last ? 'BT /F 9 Tf 9 9 Td (Again and again. ) Tj ET' : '/X Do '.repeat(10)),
    );
  }
  return written(objects, '');
}
