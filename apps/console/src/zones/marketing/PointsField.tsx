import { Input, InputNumber, Radio, Select, Tag } from 'antd'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { type DealDraft, type PointsTerms, withDeal, withGoods } from './deal-draft.ts'
import { FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'

interface Props {
  draft: DealDraft
  onChange: (draft: DealDraft) => void
  disabled: boolean
}

const MALLS = [
  { value: 'points', label: '积分商城' },
  { value: 'perks', label: '优益惠' },
]
const KINDS = [
  { value: 'goods', label: '礼品' },
  { value: 'coupon', label: '优惠券' },
  { value: 'voucher', label: '现金券' },
]

export function PointsField({ draft, onChange, disabled }: Props) {
  const { points } = draft.terms
  const coupons = useAsk(calls.dealChoices, {}).data?.coupons ?? []
  const put = (change: Partial<PointsTerms>, from = draft): void => onChange(withDeal(from, { points: { ...points, ...change } }))
  const money = (field: 'money' | 'worth', label: string) => (
    <span className="row">
      <span className="muted">{label}</span>
      <Input
        className="offer-figure"
        aria-label={label}
        inputMode="decimal"
        maxLength={12}
        disabled={disabled}
        value={points[field]}
        onChange={({ target }) => put({ [field]: target.value })}
      />
      <span className="muted">元</span>
    </span>
  )
  return (
    <FormRow title="兑换">
      <div className="row offer-wrap">
        <Select
          aria-label="商城"
          disabled={disabled}
          value={points.mall}
          options={MALLS}
          onChange={(mall: PointsTerms['mall']) => put({ mall })}
        />
        <Radio.Group
          optionType="button"
          aria-label="兑换什么"
          disabled={disabled}
          value={points.kind}
          options={KINDS}
          onChange={({ target }) => put({ kind: target.value as PointsTerms['kind'] })}
        />
      </div>
      {points.kind === 'coupon' && (
        <Select
          aria-label="优惠券"
          placeholder="优惠券"
          disabled={disabled}
          value={points.coupon_id || null}
          options={coupons.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(coupon_id: number) => put({ coupon_id })}
        />
      )}
      {points.kind === 'goods' &&
        (points.goods_id > 0 ? (
          <span>
            <Tag closable={!disabled && { 'aria-label': '不用目录里的商品' }} onClose={() => put({ goods_id: 0 })}>
              {draft.goods.get(points.goods_id) ?? points.goods_id}
            </Tag>
          </span>
        ) : (
          !disabled && (
            <FindPicker
              what="goods"
              label="目录里的商品"
              placeholder="礼品若是目录里的商品，在这里选（其他礼品不用选）"
              onChoose={(id, name) => put({ goods_id: id }, withGoods(draft, id, name))}
            />
          )
        ))}
      <div className="row offer-wrap">
        <span className="muted">积分</span>
        <InputNumber
          className="offer-figure"
          aria-label="积分"
          disabled={disabled}
          min={0}
          max={9_999_999}
          precision={0}
          value={points.points || null}
          onChange={(typed) => put({ points: typed ?? 0 })}
        />
        {money('money', '另付')}
        {points.kind !== 'coupon' && money('worth', points.kind === 'voucher' ? '面额' : '价值')}
      </div>
    </FormRow>
  )
}
