import { Link } from 'react-router'
import { useZones } from '../../app/here.ts'
import { useMe } from '../../app/me.ts'
import { OpeningNotice } from '../../parts/OpeningNotice.tsx'
import { useWaiting, type Waiting } from '../../parts/waiting.ts'
import { navigation, pageAt } from '../../rights.ts'
import { AREA_TITLES, AREAS } from '../../zone.ts'

function Line({ queue, count, failed, to }: Waiting & { to: string | null }) {
  const figure = failed ? <span className="muted">没有取到</span> : count === undefined ? '…' : count.toLocaleString('zh-CN')
  const inside = (
    <>
      <span>{queue.text}</span>
      <b className={count ? 'w' : 'muted'}>{figure}</b>
    </>
  )
  return (
    <li>
      {to === null ? (
        <span className="desk-line">{inside}</span>
      ) : (
        <Link className="desk-line" to={to}>
          {inside}
        </Link>
      )}
    </li>
  )
}

/** The first page: what waits for this person, by area, and the pages that he works with. */
export default function DeskPage() {
  const { name, permissions } = useMe()
  const zones = useZones()
  const waiting = useWaiting()
  const all = waiting.reduce((sum, { count = 0 }) => sum + count, 0)
  const open = navigation(zones, permissions)
  const shown = AREAS.filter((area) => area !== 'desk').flatMap((area) => {
    const lines = waiting.filter(({ queue }) => queue.area === area)
    const pages = open.find((one) => one.area === area)?.pages ?? []
    return lines.length + pages.length > 0 ? [{ area, lines, pages }] : []
  })
  return (
    <div className="scroll page">
      <OpeningNotice />
      <div className="kpi">
        <div>
          <span>{name}，等您处理的事</span>
          <b>{all.toLocaleString('zh-CN')}</b>
        </div>
      </div>
      <div className="cards">
        {shown.map(({ area, lines, pages }) => (
          <section key={area} className="card">
            <header>
              <h2>{AREA_TITLES[area]}</h2>
            </header>
            <ul className="desk-lines">
              {lines.map((line) => (
                <Line key={line.queue.text} {...line} to={pageAt(zones, line.queue.to.split('?')[0] ?? '') ? `/${line.queue.to}` : null} />
              ))}
            </ul>
            {pages.length > 0 && (
              <p className="desk-pages">
                {pages.map(({ path, title }) => (
                  <Link key={path} className="link" to={`/${path}`}>
                    {title}
                  </Link>
                ))}
              </p>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
