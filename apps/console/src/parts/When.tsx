import { beijingShort, beijingTime } from '#ui/times.ts'

interface Props {
  at: string | null
  /** Without the year. */
  short?: boolean
  empty?: string
}

/** An instant in Beijing time. */
export function When({ at, short = false, empty = '—' }: Props) {
  if (!at) return <span className="muted">{empty}</span>
  return (
    <time dateTime={at} title={beijingTime(at)} className="nowrap">
      {short ? beijingShort(at) : beijingTime(at)}
    </time>
  )
}
