import { useState } from 'react'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useZones } from '../../app/here.ts'
import { useMay, useMe } from '../../app/me.ts'
import { Loading } from '../../parts/Loading.tsx'
import { numberText } from '../../parts/numbers.ts'
import { OpeningNotice } from '../../parts/OpeningNotice.tsx'
import { isAllKnown, useAlarms, useWaiting, type Waiting } from '../../parts/waiting.ts'
import { navigation, pageAt } from '../../rights.ts'
import { AREA_TITLES, AREAS } from '../../zone.ts'
import { Alarms } from './Alarms.tsx'
import { calls } from './calls.ts'
import { Figures } from './Figures.tsx'
import { HoursChart } from './HoursChart.tsx'
import { Pieces, usePieces } from './Pieces.tsx'

/** The day goes on by itself. */
const EVERY_MS = 60_000

function Line({ queue, count, failed, to }: Waiting & { to: string | null }) {
  const figure = failed ? <span className="muted">没有取到</span> : count === undefined ? '…' : numberText(count)
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

/** The first page: the day so far, what waits for this person, by area, and the pages that he works with. */
export default function DeskPage() {
  const { permissions } = useMe()
  const may = useMay()
  const zones = useZones()
  const waiting = useWaiting()
  const alarms = useAlarms()
  const { lines: pieces, isKnown } = usePieces(waiting)
  const seesOrders = may('orders.view')
  const { data: day, isLoading } = useAsk(calls.orderDay, {}, { enabled: seesOrders, every: EVERY_MS })
  // Drawn once everything has its place: a line that moves under a hand is not the one that is clicked.
  const [isDrawn, setDrawn] = useState(false)
  if (isKnown && isAllKnown(alarms) && !isLoading && !isDrawn) setDrawn(true)
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
      <Figures day={seesOrders ? day : null} seesMoney={may('orders.prices')} waiting={all} />
      {isDrawn ? (
        <>
          <Alarms alarms={alarms} />
          <Pieces waiting={waiting} lines={pieces} />
          <div className="cards">
            {day && <HoursChart day={day} />}
            {shown.map(({ area, lines, pages }) => (
              <section key={area} className="card">
                <header>
                  <h2>{AREA_TITLES[area]}</h2>
                </header>
                <ul className="desk-lines">
                  {lines.map((line) => (
                    <Line
                      key={line.queue.text}
                      {...line}
                      to={pageAt(zones, line.queue.to.split('?')[0] ?? '') ? `/${line.queue.to}` : null}
                    />
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
        </>
      ) : (
        <Loading />
      )}
    </div>
  )
}
