import { Button, DatePicker, Progress } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

const DAY = 'YYYY-MM-DD'
const EVERY_MS = 2_000

const STATES = { waiting: '排队中', running: '重算中', done: '已完成', failed: '失败' } as const

/** The figures of some days anew from their sources: what nobody needs from day to day, and everybody once. */
export default function RemakePage() {
  const [days, setDays] = useState<[dayjs.Dayjs, dayjs.Dayjs]>([dayjs().subtract(30, 'day'), dayjs()])
  const answer = useAsk(calls.remakeState, {}, { every: EVERY_MS })
  const deed = useDeed(calls.remake, { done: '已开始重算', outdates: [calls.remakeState] })
  return (
    <div className="scroll page">
      <Section title="重算报表" note="按订单、售后与总账重新计算；来源没有变，结果也不变">
        <div className="row">
          <DatePicker.RangePicker
            allowClear={false}
            value={days}
            disabledDate={(day) => day.isAfter(dayjs(), 'day')}
            onChange={(chosen) => chosen?.[0] && chosen[1] && setDays([chosen[0], chosen[1]])}
          />
          <Button
            type="primary"
            loading={deed.isBusy}
            onClick={() => void deed.run({ body: { from: days[0].format(DAY), to: days[1].format(DAY) } })}
          >
            开始重算
          </Button>
        </div>
        {deed.problem && <p className="bad s12">{deed.problem}</p>}
      </Section>
      <Loaded of={answer}>
        {({ remake }) =>
          remake === null ? null : (
            <Section title="最近一次" note={`${remake.asked_by} 发起`}>
              <p>
                {remake.from} 至 {remake.to}，{STATES[remake.state]}：{remake.done} / {remake.days} 天，
                <When at={remake.ended_at ?? remake.asked_at} />
                {remake.note}
              </p>
              <Progress
                percent={Math.floor((100 * remake.done) / remake.days)}
                status={remake.state === 'failed' ? 'exception' : remake.state === 'done' ? 'success' : 'active'}
                aria-label="重算的进度"
              />
            </Section>
          )
        }
      </Loaded>
    </div>
  )
}
