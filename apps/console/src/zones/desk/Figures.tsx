import type { DataOf } from '#contract/call.ts'
import type { staffOrderDay } from '#contract/order-day.ts'
import { moneyText } from '#ui/yuan.ts'
import { numberText } from '../../parts/numbers.ts'
import { changeText, lastWeekday } from './day-rules.ts'

export type Day = DataOf<typeof staffOrderDay>

interface Figure {
  name: string
  /** undefined: on its way. */
  value: string | undefined
  note: string
  tone?: '' | 'ok' | 'bad'
}

function Tile({ name, value = '…', note, tone = '' }: Figure) {
  return (
    <div>
      <span>{name}</span>
      <b>{value}</b>
      <small className={tone || 'muted'}>{note}</small>
    </div>
  )
}

function ofDay(day: Day | undefined, seesMoney: boolean): Figure[] {
  const than = day === undefined ? '' : `较${lastWeekday(day.day)}此刻`
  const compared = (now: number, before: number): Pick<Figure, 'note' | 'tone'> => {
    const change = changeText(now, before)
    return change === ''
      ? { note: (day && `${lastWeekday(day.day)}此刻还没有`) || '' }
      : { note: `${than} ${change}`, tone: now < before ? 'bad' : 'ok' }
  }
  const { today, before } = day ?? {}
  return [
    ...(seesMoney
      ? [
          {
            name: '今日下单额',
            value: today && moneyText(today.amount ?? '0.00'),
            ...compared(Number(today?.amount ?? 0), Number(before?.amount ?? 0)),
          },
        ]
      : []),
    { name: '今日订单', value: today && numberText(today.orders), ...compared(today?.orders ?? 0, before?.orders ?? 0) },
    { name: '下单企业', value: today && numberText(today.companies), ...compared(today?.companies ?? 0, before?.companies ?? 0) },
  ]
}

interface Props {
  /** null: he may not look at orders. */
  day: Day | undefined | null
  seesMoney: boolean
  waiting: number
}

/** Over everything else: the day beside the same one last week, and what waits. */
export function Figures({ day, seesMoney, waiting }: Props) {
  const tiles: Figure[] = [
    { name: '等您处理的事', value: numberText(waiting), note: waiting > 0 ? '都列在下面' : '都办完了', tone: waiting > 0 ? '' : 'ok' },
    ...(day === null ? [] : ofDay(day, seesMoney)),
  ]
  return (
    <div className="kpi">
      {tiles.map((tile) => (
        <Tile key={tile.name} {...tile} />
      ))}
    </div>
  )
}
