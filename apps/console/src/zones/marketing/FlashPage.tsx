import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { Link, useSearchParams } from 'react-router'
import { addDays, beijingDate } from '#domain/dates.ts'
import { useMay } from '../../app/me.ts'
import { useKeys } from '../../parts/keys.tsx'
import { DayLine } from './DayLine.tsx'
import './marketing.css'

/** One day's flash sessions; J and K go from day to day. */
export default function FlashPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const day = params.get('day') ?? beijingDate(new Date())
  const go = (to: string): void => setParams({ day: to }, { replace: true })
  useKeys([
    { key: 'J', what: '后一天', run: () => go(addDays(day, 1)) },
    { key: 'K', what: '前一天', run: () => go(addDays(day, -1)) },
  ])
  const noon = new Date(`${day}T10:00:00+08:00`).toISOString()
  return (
    <div className="deal-page">
      <div className="row offer-wrap">
        <Button onClick={() => go(addDays(day, -1))}>前一天</Button>
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayjs(day)}
          onChange={(chosen) => chosen !== null && go(chosen.format('YYYY-MM-DD'))}
        />
        <Button onClick={() => go(addDays(day, 1))}>后一天</Button>
        <span className="grow" />
        {may('offers.change') && (
          <Link to={`/marketing/deals/new?kind=flash&at=${encodeURIComponent(noon)}`}>
            <Button type="primary">这天加一场</Button>
          </Link>
        )}
      </div>
      <DayLine day={day} />
    </div>
  )
}
