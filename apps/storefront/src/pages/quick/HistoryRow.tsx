import { Link } from 'react-router'
import type { FastBuyRowWire } from '#contract/selfservice.ts'
import { fenFromYuan } from '#domain/money.ts'
import { Money } from '#ui/Money.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { DrugMark } from '../../parts/DrugMark.tsx'
import { isSoldOut } from '../../parts/GoodsAction.tsx'
import { goodsPath } from '../../parts/GoodsCard.tsx'
import { ExpiryText, StockText } from '../../parts/GoodsFigures.tsx'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { mostOf } from '../../parts/goods-facts.ts'
import { quoted } from '../../parts/goods-table/quoted.ts'
import { RefusalNote } from '../../parts/RefusalNote.tsx'
import { RemindButton } from '../../parts/RemindButton.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import { Tags } from '../../parts/Tags.tsx'
import css from './quick.module.css'

interface Props {
  row: FastBuyRowWire
  on: boolean
  number: number
  /** What the number was corrected to. */
  note: string
  onToggle: () => void
  onNumber: (number: number) => void
}

/** One goods that was bought before: what was bought then, what it costs now, how many this time. */
export function HistoryRow({ row, on, number, note, onToggle, onNumber }: Props) {
  const { goods } = row
  const can = goods.is_buy === 1
  const label = `${goods.name} ${goods.ypgg}`
  const quote = quoted(goods, number)
  return (
    <li data-goods={goods.id} className={on ? `${css.line} ${css.on}` : css.line}>
      <div className={`${css.row} ${css.history}`}>
        <label className={`check ${css.tick}`}>
          <input type="checkbox" checked={on} disabled={!can} onChange={onToggle} aria-label={`选择 ${label}`} />
        </label>
        <div className={css.goods}>
          <GoodsThumb image={goods.goods_image[0]?.url ?? ''} />
          <div className={css.words}>
            <p className={css.name}>
              <Link to={goodsPath(goods)} className="ell" title={goods.name}>
                {goods.name}
              </Link>
              <DrugMark value={goods.drug_class} />
            </p>
            <p className={`ell ${css.dim}`}>
              {goods.ypgg} · {goods.sccj}
            </p>
            <Tags tags={goods.tags} />
          </div>
        </div>
        <div className={css.last}>
          <p>
            {row.last_at && beijingTime(row.last_at).slice(0, 10)}
            {row.due === 1 && <span className="chip chip-warn">该补货</span>}
          </p>
          <p className={css.dim}>
            {row.last_number} {goods.bzdw}
            {row.last_price && ` × ${moneyText(row.last_price)}`}
          </p>
          <p className={css.dim}>
            买过 {row.times} 次{row.interval_days !== null && `，约 ${row.interval_days} 天一次`}
          </p>
        </div>
        <div className={css.price}>
          {goods.price === null ? <span className={css.dim}>—</span> : <Money yuan={goods.price} tone="ink" />}
          <Compared now={goods.price} then={row.last_price} />
          <p className={css.figures}>
            <StockText goods={goods} />
            <ExpiryText goods={goods} />
          </p>
        </div>
        <div className={css.quantity}>
          {can ? (
            <>
              <Stepper
                label={`${label} 数量`}
                value={number}
                step={goods.step}
                min={goods.min_number}
                max={mostOf(goods)}
                onChange={onNumber}
              />
              <p className={note ? css.corrected : css.dim} role="status">
                {note || row.suggested_note}
              </p>
            </>
          ) : (
            isSoldOut(goods) && <RemindButton goodsId={goods.id} name={goods.name} className="btn btn-sm" />
          )}
        </div>
        <div className={css.amount}>{can && quote ? moneyText(quote.amount) : ''}</div>
      </div>
      {!can && (
        <div className={css.why}>
          <RefusalNote reasons={goods.reasons} />
        </div>
      )}
    </li>
  )
}

/** Dearer or cheaper than last time. */
function Compared({ now, then }: { now: string | null; then: string | null }) {
  const [a, b] = [now === null ? null : fenFromYuan(now), then === null ? null : fenFromYuan(then)]
  if (a === null || b === null || a === b) return null
  const text = moneyText((Math.abs(a - b) / 100).toFixed(2))
  return <p className={a < b ? css.cheaper : css.dearer}>{a < b ? `比上次降 ${text}` : `比上次涨 ${text}`}</p>
}
