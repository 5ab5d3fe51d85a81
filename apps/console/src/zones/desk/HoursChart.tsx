import { hoursShown, lastWeekday } from './day-rules.ts'
import type { Day } from './Figures.tsx'
import './desk.css'

/** Orders by the hour, today's beside last week's. */
export function HoursChart({ day }: { day: Day }) {
  const hours = hoursShown(day.hours)
  const most = Math.max(1, ...hours.flatMap(({ today, before }) => [today, before]))
  const then = lastWeekday(day.day)
  const height = (orders: number) => ({ height: `${(100 * orders) / most}%` })
  return (
    <section className="card hours">
      <header>
        <h2>下单时段</h2>
        <span className="hours-key s12">
          <i className="now" />
          今天 <i />
          {then}
        </span>
        <span className="grow" />
        <span className="muted s12">最忙的一小时 {most} 单</span>
      </header>
      <ul>
        {hours.map(({ hour, today, before }) => (
          <li key={hour} title={`${hour} 时：今天 ${today} 单，${then} ${before} 单`}>
            <span className="bars" aria-hidden="true">
              <i className="now" style={height(today)} />
              <i style={height(before)} />
            </span>
            <small aria-hidden="true">{hour}</small>
            <span className="said">
              {hour} 时：今天 {today} 单，{then} {before} 单
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
