import type { RefusedLine } from '../../parts/paying/failure.ts'
import css from './checkout.module.css'

export function RefusedLines({ lines }: { lines: readonly RefusedLine[] }) {
  return (
    <ul className={css.refusedLines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span>{line.name}</span>
          <em>{line.message}</em>
        </li>
      ))}
    </ul>
  )
}
