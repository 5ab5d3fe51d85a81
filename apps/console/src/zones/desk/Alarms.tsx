import { WarningOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useZones } from '../../app/here.ts'
import { numberText } from '../../parts/numbers.ts'
import type { Waiting } from '../../parts/waiting.ts'
import { pageAt } from '../../rights.ts'

/** What runs out, ends, is late or does not answer, each with its number and the way there; what is in order is not spoken of. */
export function Alarms({ alarms }: { alarms: readonly Waiting[] }) {
  const zones = useZones()
  const told = alarms.filter(({ count = 0, failed }) => failed || count > 0)
  if (told.length === 0) return null
  return (
    <section className="bar bar-warn desk-alarms" aria-label="警示">
      <WarningOutlined />
      <ul>
        {told.map(({ queue, count = 0, failed }) => {
          const inside = (
            <>
              {queue.text} {failed ? <span className="muted">没有取到</span> : <b>{numberText(count)}</b>}
            </>
          )
          return (
            <li key={queue.text}>{pageAt(zones, queue.to.split('?')[0] ?? '') ? <Link to={`/${queue.to}`}>{inside}</Link> : inside}</li>
          )
        })}
      </ul>
    </section>
  )
}
