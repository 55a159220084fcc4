import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useLanguage, useT } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import {
  enterReader,
  leastWidths,
  namingCell,
  namingTitle,
  pressRow,
  rowShade,
} from './tableRows.ts';
import { useRowWindow } from './useRowWindow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Text is compared in the language's order; absent values come last. */
  readonly sortBy?: (row: Row) => string | number | null | undefined;
  readonly align?: 'start' | 'end';
  /** A CSS width such as `12rem`; columns without one share the rest. */
  readonly width?: string;
  /** Replaces the title, which then is only the column's name. */
  readonly head?: ReactNode;
  /** Its cells are controls of their own, above the row's button: another column names the row. */
  readonly control?: boolean;
  /** Left out in windows narrower than 1,200 px. */
  readonly wideOnly?: boolean;
}

export interface Sort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  /** The first column that is no `control` names the row: it contains the button that opens it. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSort?: Sort;
  /** Makes rows open with a click or Enter; arrow keys move between them. */
  readonly onOpen?: (row: Row) => void;
  /** Called for the Delete key on a row's button. */
  readonly onDelete?: (row: Row) => void;
  /** Rows can be dragged; what is around the table handles it. */
  readonly draggable?: boolean;
  /** Key of the row whose detail is open. */
  readonly openKey?: string | null;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** The table's scroll container: a long table draws only the rows in view. */
  readonly scroller?: RefObject<HTMLElement | null>;
}

function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  direction: Sort['direction'],
  language: string,
): readonly Row[] {
  const by = column?.sortBy;
  if (!by) return rows;
  const texts = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((left, right) => {
    const a = by(left) ?? null;
    const b = by(right) ?? null;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
    return texts.compare(String(a), String(b)) * sign;
  });
}

/** Arrow keys move between rows and into a row, Home and End to the ends of the drawn rows. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (enterReader(event)) return;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (!(event.target instanceof Element) || !event.target.matches('[data-row-button]')) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-button]')];
  const here = buttons.findIndex((button) => button.contains(document.activeElement));
  const to =
    event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && here + step;
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

function Title<Row>(props: {
  readonly column: Column<Row>;
  /** The column's index, if it names the row. */
  readonly naming: number | null;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}) {
  const { column, naming, sort, onSort } = props;
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const end = column.align === 'end';
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={column.sortBy ? (direction ?? 'none') : undefined}
      style={{ width: column.width }}
      className={cx(
        'sticky top-0 border-line border-b bg-page px-1 py-1 font-medium text-text-soft',
        end ? 'text-right' : 'text-left',
        naming === null ? 'z-10' : namingTitle(naming),
        column.wideOnly && 'max-[75rem]:hidden',
      )}
    >
      {column.sortBy ? (
        <button
          type="button"
          onClick={() =>
            onSort({
              column: column.id,
              direction: direction === 'ascending' ? 'descending' : 'ascending',
            })
          }
          className={cx(
            'inline-flex h-6 max-w-full items-center gap-1 rounded-small px-2 font-medium hover:bg-hover hover:text-text',
            direction && 'text-text',
            end && 'flex-row-reverse',
          )}
        >
          <span className="truncate">{column.title}</span>
          <Arrow
            size={12}
            aria-hidden
            className={cx(
              'shrink-0',
              !direction &&
                'opacity-0 [button:hover_&]:opacity-60 [button:focus-visible_&]:opacity-60',
            )}
          />
        </button>
      ) : (
        <span className={cx('h-6 items-center px-2', column.head ? 'flex' : 'inline-flex')}>
          {column.head ?? column.title}
        </span>
      )}
    </th>
  );
}

/** Replaces rows that are not drawn: a single cell, because spanning omitted columns would create them. */
function Space({ height }: { readonly height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} className="p-0" />
    </tr>
  );
}

interface RowProps<Item> {
  readonly row: Item;
  readonly columns: readonly Column<Item>[];
  /** Index of the naming column. */
  readonly naming: number;
  /** Index among all rows, from 1, the header included. */
  readonly place: number;
  readonly open: boolean;
  readonly draggable: boolean | undefined;
  readonly onOpen: ((row: Item) => void) | undefined;
  readonly onDelete: ((row: Item) => void) | undefined;
}

function PlainRow<Item>(props: RowProps<Item>) {
  const { row, columns, naming, onOpen, onDelete, place, open, draggable } = props;
  return (
    <tr
      aria-rowindex={place}
      draggable={draggable}
      onClick={onOpen && pressRow}
      className={cx(
        'relative',
        open && 'bg-accent-soft',
        'has-[[data-row-button]:focus-visible]:outline-2 has-[[data-row-button]:focus-visible]:-outline-offset-2 has-[[data-row-button]:focus-visible]:outline-focus',
      )}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={cx(
            'h-10 border-line border-b px-3 py-0.5',
            column.control ? 'align-middle leading-none' : 'truncate',
            at === naming && namingCell(at),
            at === naming && (open ? 'bg-accent-soft' : 'bg-page'),
            onOpen && !open && rowShade,
            column.align === 'end' && 'tabular text-right',
            column.wideOnly && 'max-[75rem]:hidden',
          )}
        >
          {at === naming && onOpen ? (
            <button
              type="button"
              data-row-button
              aria-current={open || undefined}
              onClick={() => onOpen(row)}
              onKeyDown={(event) => {
                if (event.key === 'Delete') onDelete?.(row);
              }}
              className="max-w-full truncate text-left align-middle outline-0"
            >
              {column.cell(row)}
            </button>
          ) : column.control ? (
            <span data-control className="inline-flex">
              {column.cell(row)}
            </span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Scrolling a long table renders only the rows that come into view. */
const Row = memo(PlainRow) as typeof PlainRow;

/** A table. A click on a sortable title sorts by it, a second click reverses the order. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, initialSort, onOpen, onDelete } = props;
  const { openKey, empty, scroller, draggable } = props;
  const t = useT();
  const language = useLanguage();
  const [sort, setSort] = useState(initialSort);
  const naming = columns.findIndex(({ control }) => !control);
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === sort?.column);
    return sortRows(rows, column, sort?.direction ?? 'ascending', language);
  }, [rows, columns, sort, language]);

  const view = useRowWindow(sorted.length, scroller);
  const least = leastWidths(columns, naming);

  return (
    <table
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      style={least}
      className="w-full min-w-(--least-wide) table-fixed border-separate border-spacing-0 text-body max-[75rem]:min-w-(--least)"
    >
      <thead className="text-small">
        <tr>
          {columns.map((column, at) => (
            <Title
              key={column.id}
              column={column}
              naming={at === naming ? at : null}
              sort={sort}
              onSort={setSort}
            />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        <Space height={view.above} />
        {sorted.slice(view.from, view.to).map((row, index) => {
          const key = rowKey(row);
          return (
            <Row
              key={key}
              row={row}
              columns={columns}
              naming={naming}
              onOpen={onOpen}
              onDelete={onDelete}
              place={view.from + index + 2}
              open={openKey === key}
              draggable={draggable}
            />
          );
        })}
        <Space height={view.below} />
        {sorted.length === 0 && (
          <tr>
            <td colSpan={columns.length} className="px-3 py-8 text-center text-text-soft">
              {empty ?? t('common.table.empty')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
