import { Button, Input, InputNumber, Select, Tag } from 'antd'
import { DRAW_PARTS } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { addPrize, type DealDraft, oddsSum, type Prize, withDeal, withGoods, withPrize } from './deal-draft.ts'
import { FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'

interface Props {
  draft: DealDraft
  onChange: (draft: DealDraft) => void
  disabled: boolean
}

const KINDS = [
  { value: 'goods', label: '礼品' },
  { value: 'points', label: '积分' },
  { value: 'coupon', label: '优惠券' },
  { value: 'voucher', label: '现金券' },
  { value: 'none', label: '没中' },
]
const PRIZES_MAX = 12
const PERCENT = 100

/** Prizes with their odds, which come to one exactly: typed in percent with two decimals, kept in whole parts. */
export function PrizesField({ draft, onChange, disabled }: Props) {
  const { prizes } = draft.terms
  const sum = oddsSum(draft)
  const last = prizes.findIndex(({ kind }) => kind === 'none')
  const rest = DRAW_PARTS - sum + (prizes[last]?.odds ?? 0)
  return (
    <FormRow title="奖品">
      <ol className="offer-tiers" aria-label="奖品">
        {prizes.map((prize, at) => (
          <li key={prize.key}>
            <PrizeLine
              draft={draft}
              prize={prize}
              name={`奖品 ${at + 1}`}
              disabled={disabled}
              onChange={(change, from = draft) => onChange(withPrize(from, at, change))}
            />
            {!disabled && prizes.length > 2 && (
              <Button
                size="small"
                type="text"
                aria-label={`删去奖品 ${at + 1}`}
                onClick={() => onChange(withDeal(draft, { prizes: prizes.filter((_, place) => place !== at) }))}
              >
                删去
              </Button>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className={sum === DRAW_PARTS ? 'muted' : 'bad'}>
        中奖率合计 {(sum * PERCENT) / DRAW_PARTS}%
        {sum !== DRAW_PARTS &&
          `，要正好 100%，${sum < DRAW_PARTS ? '还差' : '多了'} ${(Math.abs(DRAW_PARTS - sum) * PERCENT) / DRAW_PARTS}%`}
      </p>
      {!disabled && (
        <span className="row">
          {prizes.length < PRIZES_MAX && (
            <Button size="small" onClick={() => onChange(addPrize(draft))}>
              加一种
            </Button>
          )}
          {last >= 0 && sum !== DRAW_PARTS && rest > 0 && (
            <Button size="small" onClick={() => onChange(withPrize(draft, last, { odds: rest }))}>
              其余归没中
            </Button>
          )}
        </span>
      )}
    </FormRow>
  )
}

interface LineProps {
  draft: DealDraft
  prize: Prize
  name: string
  disabled: boolean
  onChange: (change: Partial<Prize>, from?: DealDraft) => void
}

function PrizeLine({ draft, prize, name, disabled, onChange }: LineProps) {
  const coupons = useAsk(calls.dealChoices, {}).data?.coupons ?? []
  const { kind } = prize
  return (
    <div className="row offer-wrap">
      <Select
        aria-label={`${name}：种类`}
        disabled={disabled}
        style={{ width: 92 }}
        value={kind}
        options={KINDS}
        onChange={(chosen: Prize['kind']) => onChange({ kind: chosen })}
      />
      <Input
        className="deal-name"
        aria-label={`${name}：名称`}
        placeholder="名称"
        maxLength={40}
        disabled={disabled}
        value={prize.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {(kind === 'points' || kind === 'voucher') && (
        <span className="row">
          <Input
            className="offer-figure"
            aria-label={`${name}：${kind === 'points' ? '积分' : '面额'}`}
            inputMode="decimal"
            maxLength={12}
            disabled={disabled}
            value={prize.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
          />
          <span className="muted">{kind === 'points' ? '积分' : '元'}</span>
        </span>
      )}
      {kind === 'coupon' && (
        <Select
          aria-label={`${name}：优惠券`}
          placeholder="优惠券"
          style={{ minWidth: 140 }}
          disabled={disabled}
          value={prize.coupon_id || null}
          options={coupons.map(({ id, name: text }) => ({ value: id, label: text }))}
          onChange={(coupon_id: number) => onChange({ coupon_id })}
        />
      )}
      <InputNumber
        className="offer-figure"
        aria-label={`${name}：中奖率`}
        disabled={disabled}
        min={0}
        max={PERCENT}
        precision={2}
        value={(prize.odds * PERCENT) / DRAW_PARTS}
        onChange={(typed) => onChange({ odds: Math.round(((typed ?? 0) * DRAW_PARTS) / PERCENT) })}
      />
      <span className="muted">%</span>
      {kind !== 'none' && (
        <span className="row">
          <span className="muted">共</span>
          <InputNumber
            className="offer-figure"
            aria-label={`${name}：共几份`}
            placeholder={kind === 'points' ? '不限' : ''}
            disabled={disabled}
            min={0}
            max={9_999_999}
            precision={0}
            value={prize.stock || null}
            onChange={(stock) => onChange({ stock: stock ?? 0 })}
          />
        </span>
      )}
      {kind === 'goods' && prize.goods_id > 0 && (
        <Tag closable={!disabled && { 'aria-label': `${name}：不用目录里的商品` }} onClose={() => onChange({ goods_id: 0 })}>
          {draft.goods.get(prize.goods_id) ?? prize.goods_id}
        </Tag>
      )}
      {kind === 'goods' && prize.goods_id === 0 && !disabled && (
        <span className="offer-find">
          <FindPicker
            what="goods"
            label={`${name}：目录里的商品`}
            placeholder="是目录里的商品就选"
            onChoose={(id, text) => onChange({ goods_id: id, name: prize.name || text }, withGoods(draft, id, text))}
          />
        </span>
      )}
    </div>
  )
}
