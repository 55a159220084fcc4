import { Columns3, FileSpreadsheet } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useMedia } from '../../../../kit/useNarrow.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  type Column,
  ErrorBar,
  Menu,
  oneLine,
  Table,
  TextField,
  useToasts,
} from '../../../../ui/index.ts';
import type { Schema } from '../form/schema.ts';
import { asText } from '../form/values.ts';
import { columnWidth, csvOf, filterRows, firstFields, type Records } from './records.ts';

interface Row {
  readonly key: string;
  readonly record: Schema;
}

/** Characters of a cell. */
const longestCell = 200;

/** A list of records as a table: filtered, sorted, saved as CSV. */
export function RecordsTable({ records }: { readonly records: Records }) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMedia('(max-width: 75rem)');
  const roomy = useMedia('(min-width: 100rem)');
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    firstFields(records, narrow ? 3 : 6),
  );
  const save = useSaveCsv();
  const rows = useMemo<readonly Row[]>(() => {
    const places = new Map(records.rows.map((record, index) => [record, String(index)]));
    return filterRows(records.rows, filter).map((record) => ({
      key: places.get(record) ?? '',
      record,
    }));
  }, [records, filter]);
  const shown = records.fields.filter((name) => chosen.includes(name));
  const columns = useMemo(
    () =>
      records.fields
        .filter((name) => chosen.includes(name))
        .map((name) => columnOf(name, columnWidth(records, name, roomy))),
    [records, chosen, roomy],
  );
  const toggle = (name: string) =>
    setChosen((before) => {
      const next = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
      return next.length === 0 ? before : next;
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
        <TextField
          type="search"
          label={t('console.answer.filter', { count: records.rows.length })}
          labelHidden
          placeholder={t('console.answer.filter', { count: records.rows.length })}
          value={filter}
          onValueChange={setFilter}
          className="min-w-40 flex-1"
        />
        {/* the whole response is the list */}
        {records.place !== '[]' && (
          <span className="font-mono text-small text-text-soft">{records.place}</span>
        )}
        <Menu
          align="end"
          trigger={
            <Button size="small" icon={Columns3}>
              {t('console.answer.fields', { shown: shown.length, all: records.fields.length })}
            </Button>
          }
          items={records.fields.map((name) => ({
            id: name,
            label: name,
            checked: chosen.includes(name),
            onSelect: () => toggle(name),
          }))}
        />
        <Button
          size="small"
          icon={FileSpreadsheet}
          busy={save.busy}
          onClick={() =>
            void save.run(
              csvOf(
                rows.map(({ record }) => record),
                shown,
              ),
            )
          }
        >
          {t('console.answer.csv')}
        </Button>
      </div>
      {save.problem && (
        <ErrorBar error={save.problem} className="mx-4 mb-2" onDismiss={save.forget} />
      )}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4"
      >
        <Table
          label={records.place}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          scroller={scroller}
        />
      </div>
    </>
  );
}

function columnOf(name: string, width: number): Column<Row> {
  return {
    id: name,
    title: name,
    width: `${width}rem`,
    cell: ({ record }) => (
      <span className="font-mono text-small">{oneLine(asText(record[name]), longestCell)}</span>
    ),
    sortBy({ record }) {
      const value = record[name];
      return typeof value === 'number' ? value : asText(value) || null;
    },
  };
}

function useSaveCsv() {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt, forget } = useProblem();
  const run = async (text: string) => {
    const saved = await attempt(() => client.call('app.saveText', { name: 'response.csv', text }));
    if (saved === null) return;
    if (saved.value.kind === 'download') download(saved.value);
    if (saved.value.kind !== 'cancelled') toasts.show({ text: t('console.answer.saved') });
  };
  return { busy, problem, forget, run };
}
