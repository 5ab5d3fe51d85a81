import type { GoodsCardWire } from '#contract/goods.ts'
import { beijingDate, daysBetween } from '#domain/dates.ts'
import { useNow } from '#ui/now.ts'
import { percentOff } from './near-query.ts'
import css from './notes.module.css'

/** What each zone's buyers look at first, as one row on the card. */

/** The batch that will be shipped, the days that are left of it, and what it costs less for that. */
export const nearNote = (goods: GoodsCardWire) => <NearNote goods={goods} />

function NearNote({ goods: { offer, price, raw_price: ordinary } }: { goods: GoodsCardWire }) {
  const now = useNow()
  if (offer?.batch_no == null || offer.expiry_date === null) return <span className={css.faint}>登录后可见批号与效期</span>
  const off = percentOff(price, ordinary)
  return (
    <>
      <span className="ell">
        批号 {offer.batch_no} · 余 {Math.max(0, daysBetween(beijingDate(new Date(now)), offer.expiry_date))} 天
      </span>
      {off !== null && <b className={css.off}>省 {off}%</b>}
    </>
  )
}

const BRACKETS = /[(（]([^()（）]*)[)）]/g
const gradeOf = (spec: string) => [...spec.matchAll(BRACKETS)].map(([, inner = '']) => inner).find((inner) => /[级选统货头]/.test(inner))

export const herbNote = ({ origin, ypgg }: GoodsCardWire) => {
  const grade = gradeOf(ypgg)
  return (
    <>
      <span className="ell">产地 {origin || '见包装标签'}</span>
      {grade !== undefined && <b className={css.grade}>{grade === '选' || grade === '统' ? `${grade}货` : grade}</b>}
    </>
  )
}

/** 备案 for class 1, 注册证 above (示械备… / 示械注…). */
export const deviceNote = ({ approval_no: approval }: GoodsCardWire) => (
  <span className="ell" title={approval}>
    {approval === '' ? '非医疗器械管理商品' : `${approval.includes('备') ? '备案' : '注册证'} ${approval}`}
  </span>
)
