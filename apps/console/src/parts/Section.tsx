import type { ReactNode } from 'react'

/** A part of a record or a drawer under its own heading. */
export function Section({ title, note, action, children }: { title: string; note?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="sec">
      <header>
        <h2>{title}</h2>
        {note && <span className="muted s12">{note}</span>}
        <span className="grow" />
        {action}
      </header>
      {children}
    </section>
  )
}
