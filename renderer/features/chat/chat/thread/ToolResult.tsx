import { type ReactNode, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Button, oneLine, StateMark, Time } from '../../../../ui/index.ts';
import type { ToolMachine, ToolTable } from './toolTable.ts';

interface ToolResultProps {
  readonly table: ToolTable;
  /** The result as JSON, one press away. */
  readonly json: ReactNode;
  /** A search hit leads into the result: it is marked in the JSON. */
  readonly showsJson: boolean;
}

/** Rows shown at first: those that are not up, and one more. */
const firstRows = 4;

/** A tool's result as a small table; what needs attention comes first. */
export function ToolResult({ table, json, showsJson }: ToolResultProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const [asJson, setAsJson] = useState(showsJson);
  const count = table.kind === 'machines' ? table.machines.length : table.rows.length;
  const least =
    table.kind === 'machines'
      ? Math.max(firstRows, table.machines.filter(({ state }) => state !== 'up').length)
      : firstRows;
  // one row would take the place of the line that stands for it
  const shown = all || count <= least + 1 ? count : least;
  const left = count - shown;
  return (
    <div className="@container w-fit max-w-full min-w-[min(28rem,100%)] overflow-hidden rounded-control border border-line bg-surface text-body text-text">
      {asJson ? (
        <div className="px-2.5 py-1.5">{json}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div className="overflow-x-auto outline-offset-[-2px]" tabIndex={0}>
          <table className="w-full border-collapse text-left [&_:is(td,th)]:h-7 [&_:is(td,th)]:px-2.5">
            {table.kind === 'machines' ? (
              <Machines machines={table.machines.slice(0, shown)} />
            ) : (
              <Records columns={table.columns} rows={table.rows.slice(0, shown)} />
            )}
          </table>
        </div>
      )}
      <div className="flex min-h-7 items-center gap-1 border-line border-t py-0.5 pr-1 pl-2.5 text-small text-text-soft">
        {!asJson && left > 0 && (
          <span>
            {t(table.kind === 'machines' ? 'chat.tools.moreUp' : 'chat.tools.more', {
              count: left,
            })}
          </span>
        )}
        <span className="ml-auto flex gap-1">
          {!asJson && (left > 0 || all) && (
            <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
              {t(all ? 'chat.tools.showFewer' : 'chat.tools.showAll')}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-pressed={asJson}
            onClick={() => setAsJson(!asJson)}
          >
            {t(asJson ? 'chat.tools.table' : 'chat.tools.json')}
          </Button>
        </span>
      </div>
    </div>
  );
}

const head = 'border-line border-b bg-sunken text-small font-medium text-text-soft';
const row = 'border-line [&:not(:first-child)]:border-t';

function Machines({ machines }: { readonly machines: readonly ToolMachine[] }) {
  const t = useT();
  return (
    <>
      <thead>
        <tr className={head}>
          <th className="font-medium">{t('machines.columns.name')}</th>
          <th className="font-medium">{t('machines.columns.state')}</th>
          <th className="font-medium @max-[21rem]:hidden">{t('machines.columns.since')}</th>
        </tr>
      </thead>
      <tbody>
        {machines.map(({ name, state, since }) => (
          <tr key={name} className={row}>
            <td dir="auto" className="wrap-anywhere">
              {oneLine(name, 120)}
            </td>
            <td className="[&>span]:align-middle">
              <StateMark state={state} />
            </td>
            <td className="text-text-soft @max-[21rem]:hidden">
              {since !== null && <Time calm at={since} />}
            </td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

interface RecordsProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Records({ columns, rows }: RecordsProps) {
  return (
    <>
      <thead>
        <tr className={head}>
          {columns.map((column) => (
            <th key={column} dir="auto" className="font-medium">
              {oneLine(column, 60)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a result never change
          <tr key={at} className={row}>
            {cells.map((cell, column) => (
              <td key={columns[column]} dir="auto" className="tabular wrap-break-word">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}
