import type { ReactNode } from 'react'
import css from './Table.module.css'

/** look: a class beside the component's own; kind: of figures, or a name that is said and not shown. */
export interface Column {
  name: ReactNode
  key?: string
  kind?: 'figure' | 'said'
  look?: string | undefined
}

export const figure = (name: ReactNode, key?: string): Column => ({ name, kind: 'figure', ...(key && { key }) })
export const said = (name: string, look?: string): Column => ({ name, kind: 'said', look })

const join = (...looks: readonly (string | undefined | false)[]) => looks.filter(Boolean).join(' ')

const LOOKS = { flush: [css.rows], open: [css.open, css.cards], small: [css.open] } as const

/**
 * The one table of the shop. Its body is the page's: cells of figures take `table.figure`. Flush ones lie in a panel, open ones stand in
 * text. Rows become cards on a phone, and the page's own look says where a card's parts stand; small: an open one that stays a table.
 */
export function Table({
  columns,
  kind = 'flush',
  look,
  label,
  children,
}: {
  columns: readonly (string | Column | false)[]
  kind?: 'flush' | 'open' | 'small'
  look?: string | undefined
  label?: string
  children: ReactNode
}) {
  return (
    <table className={join(css.table, ...LOOKS[kind], look)} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, at) => {
            if (column === false) return null
            const { name, kind, key, look: own } = typeof column === 'string' ? ({ name: column } as Column) : column
            return (
              <th
                key={key ?? (typeof name === 'string' ? name : at)}
                scope="col"
                className={join(kind === 'figure' && css.figure, own) || undefined}
              >
                {kind === 'said' ? <span className="said">{name}</span> : name}
              </th>
            )
          })}
        </tr>
      </thead>
      {children}
    </table>
  )
}
