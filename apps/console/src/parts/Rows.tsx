import type { Key, ReactNode } from 'react'

/** What stands over a column, its cell of a row, and the class of the cells; 'num' is also the head's. */
type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode, className?: string]

interface Props<Row> {
  rows: readonly Row[]
  id: (row: Row) => Key
  columns: readonly Column<Row>[]
  /** The class of a row. */
  tone?: (row: Row) => string
  /** Said instead where there are none; without it an empty table stands there. */
  empty?: string
  className?: string
}

const headClass = (className = '') => (className.split(' ').includes('num') ? 'num' : undefined)

/** A small table of a page, a drawer or a dialog; what is filtered and paged is a ListPage. */
export function Rows<Row>({ rows, id, columns, tone, empty, className = 'tb tb-in' }: Props<Row>) {
  if (rows.length === 0 && empty !== undefined) return <p className="muted">{empty}</p>
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map(([head, , of]) => (
            <th key={head} className={headClass(of)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={id(row)} className={tone?.(row)}>
            {columns.map(([head, cell, of]) => (
              <td key={head} className={of}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
