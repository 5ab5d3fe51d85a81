import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { OFFER_STATES } from '#contract/constants.ts'
import type { DealTermsWire } from '#contract/deal-desk.ts'
import { beijingMinute } from '#domain/dates.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'

type Session = DataOf<typeof import('#contract/deal-desk.ts')['staffDealDay']>['list'][number]

interface Props {
  day: string
  /** What is being written stands among the others. */
  own?: { id: number | undefined; terms: DealTermsWire }
}

const DAY_MS = 86_400_000
const HOURS = [0, 6, 12, 18, 24]
const clock = (instant: string): string => beijingMinute(new Date(instant)).slice(11)

function Bar({ session, day, isOwn }: { session: Session; day: string; isOwn: boolean }) {
  const begin = Date.parse(`${day}T00:00:00+08:00`)
  const part = (instant: string) => Math.min(100, Math.max(0, ((Date.parse(instant) - begin) / DAY_MS) * 100))
  const [from, until] = [part(session.starts_at), part(session.ends_at)]
  const { name, state, goods, taken, quota, plan_id: plan } = session
  const begins = clock(session.starts_at)
  // Many are called by the hour at which they begin.
  const words = `${begins}–${clock(session.ends_at)}${name === begins ? '' : ` ${name}`}`
  return (
    <li className="deal-lane">
      <div className="deal-track">
        <span className={`deal-bar${isOwn ? ' deal-own' : ''}`} style={{ left: `${from}%`, width: `${Math.max(1, until - from)}%` }} />
      </div>
      <p className="s12">
        {plan > 0 && !isOwn ? (
          <Link className="link" to={`/marketing/deals/${plan}`}>
            {words}
          </Link>
        ) : (
          <b>{words}</b>
        )}{' '}
        <span className="muted">
          {isOwn ? '这一场' : OFFER_STATES[state]}，{goods} 种商品{quota > 0 && `，已抢 ${numberText(taken)} / ${numberText(quota)}`}
        </span>
      </p>
    </li>
  )
}

/** The sessions of a day, each on its lane from midnight to midnight. */
export function DayLine({ day, own }: Props) {
  const answer = useAsk(calls.dealDay, { query: { day } }, { keepFormer: true })
  return (
    <Section title={`${day} 的场次`} note="北京时间 0 时到 24 时">
      <Loaded of={answer}>
        {({ list }) => {
          const others = list.filter((one) => own?.id === undefined || one.plan_id !== own.id)
          const mine: Session[] =
            own === undefined || own.terms.ends_at === ''
              ? []
              : [
                  {
                    plan_id: own.id ?? 0,
                    name: own.terms.name || '未命名',
                    state: 'draft',
                    starts_at: own.terms.starts_at,
                    ends_at: own.terms.ends_at,
                    goods: own.terms.lines.length,
                    taken: 0,
                    quota: 0,
                  },
                ]
          if (others.length + mine.length === 0) return <p className="muted">这一天没有场次</p>
          return (
            <>
              <div className="deal-hours muted s12" aria-hidden="true">
                {HOURS.map((hour) => (
                  <span key={hour}>{hour}</span>
                ))}
              </div>
              <ol className="deal-lanes" aria-label={`${day} 的场次`}>
                {mine.map((one) => (
                  <Bar key="own" session={one} day={day} isOwn />
                ))}
                {others.map((one) => (
                  <Bar key={`${one.plan_id} ${one.starts_at} ${one.name}`} session={one} day={day} isOwn={false} />
                ))}
              </ol>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
