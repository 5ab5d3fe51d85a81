import { endWords } from './upstream-rules.ts'

/** The day on which an approval ends, and how near it is. */
export function UpstreamEnd({ of: { until, days_left } }: { of: { until: string | null; days_left: number | null } }) {
  if (until === null) return <span className="muted">—</span>
  const { tone, text } = endWords(days_left)
  return (
    <span className="nowrap">
      {until} {text && <span className={`${tone} s12`}>{text}</span>}
    </span>
  )
}
