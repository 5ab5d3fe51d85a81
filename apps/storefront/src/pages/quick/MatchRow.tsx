import { useState } from 'react'
import { Link } from 'react-router'
import type { QuickGoodsWire } from '#contract/selfservice.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../member-paths.ts'
import { DrugMark } from '../../parts/DrugMark.tsx'
import { goodsPath } from '../../parts/GoodsCard.tsx'
import { ExpiryText, StockText } from '../../parts/GoodsFigures.tsx'
import { mostOf } from '../../parts/goods-facts.ts'
import { isOfferPrice, quoted } from '../../parts/goods-table/quoted.ts'
import type { GoodsById, ListLine, Standing } from '../../parts/quick/quick-lines.ts'
import { RefusalNote } from '../../parts/RefusalNote.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import { Tags } from '../../parts/Tags.tsx'
import css from './quick.module.css'

interface Props {
  line: ListLine
  /** Its place in the list, from 1. */
  place: number
  standing: Standing
  goods: GoodsById
  /** The place of an earlier line with the same goods. */
  twin: number | undefined
  busy: boolean
  onTick: () => void
  onChoose: (goodsId: number) => void
  /** Another goods shall be chosen. */
  onChange: () => void
  onNumber: (number: number) => void
  onConfirm: () => void
  onRewrite: (text: string) => void
  onRemove: () => void
}

/** One line of the list: as it was written, and what it is taken for. */
export function MatchRow(props: Props) {
  const { line, place, standing, goods, twin, onTick, onRemove } = props
  const one = goods.get(line.goodsId)
  const can = standing === 'ready' || standing === 'check'
  const look = [css.line, can && line.on && css.on, (standing === 'choose' || standing === 'none') && css.todo].filter(Boolean).join(' ')
  return (
    <li data-line={line.key} className={look}>
      <div className={`${css.row} ${css.match}`}>
        <label className={`check ${css.tick}`}>
          <input type="checkbox" checked={can && line.on} disabled={!can} onChange={onTick} aria-label={`选择第 ${place} 行`} />
        </label>
        <div className={css.source}>
          <p>
            <small>{place}</small>
            {line.text}
          </p>
          {line.asked !== null && (
            <p className={css.dim}>
              写的数量 {line.asked}
              {line.cases && ' 件'}
            </p>
          )}
        </div>
        {one ? <Taken {...props} one={one} can={can} /> : standing === 'choose' ? <Choices {...props} /> : <Nothing {...props} />}
        <button
          type="button"
          className={`iconbtn ${css.remove}`}
          aria-label={`移除第 ${place} 行`}
          title="移除（Shift+Delete）"
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      </div>
      <Remarks line={line} one={one} twin={twin} />
    </li>
  )
}

function Taken({ line, standing, one, can, onChange, onNumber, onConfirm }: Props & { one: QuickGoodsWire; can: boolean }) {
  const label = `${one.name} ${one.ypgg}`
  const quote = quoted(one, line.number)
  return (
    <>
      <div className={css.words}>
        <p className={css.name}>
          <Link to={goodsPath(one)} className="ell" title={one.name} tabIndex={-1}>
            {one.name}
          </Link>
          <DrugMark value={one.drug_class} />
        </p>
        <p className={`ell ${css.dim}`}>
          {one.ypgg} · {one.sccj}
        </p>
        <p className={css.marks}>
          {standing === 'check' ? (
            <>
              <StateBadge tone="wait">{line.note}</StateBadge>
              <Button kind="soft" size="sm" aria-label={`${label} 没错`} onClick={onConfirm}>
                没错
              </Button>
            </>
          ) : (
            <span className={css.dim}>{line.note}</span>
          )}
          {line.candidates.length > 1 && (
            <button type="button" className="link" aria-label={`${label} 换一种`} onClick={onChange}>
              换一种
            </button>
          )}
          {one.reasons.some(({ code }) => code === 'OFF_SHELF') && <AskFor line={line} className="link" />}
        </p>
      </div>
      <div className={css.price}>
        {quote === null ? <span className={css.dim}>—</span> : <Money yuan={quote.price} tone={isOfferPrice(one) ? 'price' : 'ink'} />}
        {quote !== null && quote.tier !== '' && <p className={css.cheaper}>{quote.tier}</p>}
        <p className={css.figures}>
          <StockText goods={one} />
          <ExpiryText goods={one} />
        </p>
      </div>
      <div className={css.quantity}>
        {can && (
          <Stepper label={`${label} 数量`} value={line.number} step={one.step} min={one.min_number} max={mostOf(one)} onChange={onNumber} />
        )}
        {can && (
          <p className={css.corrected} role="status">
            {line.correction}
          </p>
        )}
      </div>
      <div className={css.amount}>{can && quote ? moneyText(quote.amount) : ''}</div>
    </>
  )
}

/** Several goods fit: a press of the digit before one takes it. */
function Choices({ line, goods, onChoose }: Props) {
  const several = line.candidates.flatMap((id) => goods.get(id) ?? [])
  return (
    <div className={css.choices}>
      <p className={css.choose}>
        <Icon name="info" size={14} />
        {line.note}
      </p>
      <ol aria-label={`“${line.text}”可能是`}>
        {several.map((one, at) => (
          <li key={one.id}>
            <button type="button" data-stop data-candidate={one.id} className={css.candidate} onClick={() => onChoose(one.id)}>
              <kbd className="kbd">{at + 1}</kbd>
              <span className={css.candidateName}>
                <b>{one.name}</b> {one.ypgg}
                <small>{one.sccj}</small>
              </span>
              {one.times > 0 && <span className="chip chip-ok">买过 {one.times} 次</span>}
              <Tags tags={one.tags} />
              <span className={css.candidateStock}>
                {one.is_buy === 1 ? <StockText goods={one} /> : <span className={css.reason}>{one.reasons[0]?.message}</span>}
              </span>
              <span className={css.candidatePrice}>{one.price === null ? '—' : moneyText(one.price)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Nothing was found: written otherwise it may be, else it can be asked for. */
function Nothing({ line, busy, onRewrite }: Props) {
  const [text, setText] = useState(line.text)
  const again = () => text.trim() !== '' && text.trim() !== line.text && onRewrite(text.trim())
  return (
    <div className={css.choices}>
      <p className={css.choose}>
        <Icon name="search" size={14} />
        {line.note}
      </p>
      <div className={css.rewrite}>
        <input
          data-stop
          className="input"
          aria-label={`改写“${line.text}”`}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            again()
          }}
        />
        <Button disabled={busy || text.trim() === '' || text.trim() === line.text} onClick={again}>
          再找一次
        </Button>
        <AskFor line={line} className="btn btn-ghost" />
      </div>
    </div>
  )
}

/** The way on to a goods that the shop does not have. */
const AskFor = ({ line, className }: { line: ListLine; className: string }) => (
  <Link className={className} to={memberPaths.wantedAdd({ name: line.text.slice(0, 60), number: line.asked ?? '' })}>
    提交求购
  </Link>
)

/** What else is to be said of the line: why it cannot be bought, why it was not added, whom it repeats. */
function Remarks({ line, one, twin }: { line: ListLine; one: QuickGoodsWire | undefined; twin: number | undefined }) {
  const blocked = one !== undefined && one.is_buy === 0
  if (!blocked && line.refused === '' && line.problem === '' && twin === undefined) return null
  return (
    <div className={css.why}>
      {blocked && <RefusalNote reasons={one.reasons} />}
      {line.refused !== '' && <p className={css.reason}>未加入：{line.refused}</p>}
      {line.problem !== '' && <p className={css.corrected}>{line.problem}，请确认数量</p>}
      {twin !== undefined && <p className={css.corrected}>与第 {twin} 行是同一种商品，数量会相加</p>}
    </div>
  )
}
