import { type Report, reportSvg, xmlText } from './picture.ts';

/** A table below the picture. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns a report as a page for printing: one self-contained file that loads nothing and runs nothing. */
export function reportPage(
  language: string,
  report: Report,
  tables: readonly ReportTable[],
): string {
  const cells = (tag: 'td' | 'th', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}><bdi>${xmlText(cell)}</bdi></${tag}>`).join('')}</tr>`;
  const table = ({ title, columns, rows }: ReportTable) =>
    `<h2>${xmlText(title)}</h2>
<table><thead>${cells('th', columns)}</thead><tbody>
${rows.map((row) => cells('td', row)).join('\n')}
</tbody></table>`;
  return `<!doctype html>
<html lang="${xmlText(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${xmlText(report.title)}</title>
<style>
body { font: 13px/1.5 system-ui, sans-serif; color: #1f2933; background: #fff; margin: 16mm auto; max-width: 260mm }
h1 { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; width: 1px } /* the picture has it drawn */
svg { max-width: 100%; height: auto }
h2 { font-size: 15px; margin: 18px 0 6px }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #cbd2d9; padding: 3px 8px 3px 0; text-align: left; vertical-align: top }
thead { display: table-header-group }
tr { break-inside: avoid }
@page { size: A4 landscape; margin: 12mm }
@media print { body { margin: 0; max-width: none } }
</style>
</head>
<body>
<main>
<h1>${xmlText(report.title)}</h1>
${reportSvg(report)}
${tables.map(table).join('\n')}
</main>
</body>
</html>
`;
}
