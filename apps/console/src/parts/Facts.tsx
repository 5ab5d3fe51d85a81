import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values under one another; a value that is null or empty shows a dash. */
export function Facts({ items, flat = false }: { items: readonly Fact[]; flat?: boolean }) {
  return (
    <dl className={flat ? 'dl dl-flat' : 'dl'}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="muted">—</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
