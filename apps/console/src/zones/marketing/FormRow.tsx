import type { ReactNode } from 'react'

/** A question of the form with what answers it; note: what the machine knows of the answer. */
export function FormRow({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="offer-row" aria-label={title}>
      <h2>{title}</h2>
      <div>
        {children}
        {note && <p className="muted s12">{note}</p>}
      </div>
    </section>
  )
}
