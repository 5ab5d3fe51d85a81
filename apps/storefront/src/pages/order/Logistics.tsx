import { useState } from 'react'
import type { OrderShipmentWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { beijingShort } from '#ui/times.ts'
import { Cartons } from './Cartons.tsx'
import css from './logistics.module.css'

const SHOWN_AT_FIRST = 3

/** Who brings it and where it is, the latest at the top. */
export function Logistics({ shipment }: { shipment: OrderShipmentWire }) {
  const [all, setAll] = useState(false)
  const { events, delivered_at } = shipment
  const shown = all ? events : events.slice(0, SHOWN_AT_FIRST)
  return (
    <Block title="物流" head={<StateBadge tone={delivered_at ? 'ok' : 'moving'}>{delivered_at ? '已送达' : '运输中'}</StateBadge>}>
      <p className={css.waybill}>
        {shipment.carrier} {shipment.waybill} <CopyText text={shipment.waybill} what="运单号" />
        {shipment.cold_chain === 1 && <span className="chip chip-ok">冷链运输</span>}
      </p>
      {shipment.cartons.length > 0 && <Cartons cartons={shipment.cartons} />}
      {events.length === 0 ? (
        <p className={css.none}>已于 {beijingShort(shipment.shipped_at)} 出库，承运商尚未更新轨迹。</p>
      ) : (
        <ol className={css.events} aria-label="物流轨迹">
          {shown.map((event, index) => (
            <li key={`${event.at}${event.text}`} className={index === 0 ? css.latest : undefined}>
              <time dateTime={event.at}>{beijingShort(event.at)}</time>
              <span>
                {event.place && <b>{event.place}</b>} {event.text}
              </span>
            </li>
          ))}
        </ol>
      )}
      {events.length > SHOWN_AT_FIRST && (
        <Button size="sm" kind="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `查看全部 ${events.length} 条`}
        </Button>
      )}
      {shipment.temperatures.length > 0 && <Temperatures shipment={shipment} />}
    </Block>
  )
}

/** What the recorder in the cold box measured. */
function Temperatures({ shipment }: { shipment: OrderShipmentWire }) {
  return (
    <details className={css.cold}>
      <summary>温度记录：{shipment.temperature_note}</summary>
      <ul>
        {shipment.temperatures.map((one) => (
          <li key={one.at}>
            <time dateTime={one.at}>{beijingShort(one.at)}</time> {one.celsius.toFixed(1)} ℃
          </li>
        ))}
      </ul>
    </details>
  )
}
