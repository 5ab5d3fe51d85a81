import { useState } from 'react'
import type { OrderShipmentWire } from '#contract/order.ts'
import { Button } from '#ui/Button.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import css from './cartons.module.css'

const SHOWN_AT_FIRST = 3
type Carton = OrderShipmentWire['cartons'][number]

function Waybill({ waybill }: { waybill: string }) {
  return (
    <span className={css.waybill}>
      运单 {waybill} <CopyText text={waybill} what="运单号" />
    </span>
  )
}

function OneCarton({ carton, of }: { carton: Carton; of: number }) {
  const { no, kind, kind_name, box_no, waybill, weight_grams, celsius, number, goods } = carton
  return (
    <li>
      <p className={css.head}>
        <b>
          {no}/{of} 箱
        </b>
        <span className={kind === 'cold' ? 'chip chip-ok' : 'chip'}>{kind_name}</span>
        <span>
          {[
            `${number} 件`,
            box_no && `箱号 ${box_no}`,
            weight_grams === null ? '' : `${weight_grams / 1000} kg`,
            celsius === null ? '' : `装箱时 ${celsius} ℃`,
          ]
            .filter(Boolean)
            .join('　')}
        </span>
        {waybill && <Waybill waybill={waybill} />}
      </p>
      <ul className={css.goods}>
        {goods.map((one) => (
          <li key={one.piece_id}>
            <span>
              {one.name} <small>{one.spec}</small>
            </span>
            <span className={css.batch}>{one.batch_no}</span>
            <b>
              {one.number} {one.unit}
            </b>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** What lies in which carton, so that who unpacks knows where to look. */
export function Cartons({ cartons }: { cartons: readonly Carton[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? cartons : cartons.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={css.cartons} aria-label="装箱">
      <p className={css.sum}>
        共 {cartons.length} 箱 {cartons.reduce((sum, { number }) => sum + number, 0)} 件
      </p>
      <ol>
        {shown.map((carton) => (
          <OneCarton key={carton.no} carton={carton} of={cartons.length} />
        ))}
      </ol>
      {cartons.length > SHOWN_AT_FIRST && (
        <Button size="sm" kind="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `查看全部 ${cartons.length} 箱`}
        </Button>
      )}
    </section>
  )
}
