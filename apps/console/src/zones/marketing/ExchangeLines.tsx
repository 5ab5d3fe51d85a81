import { Button, Input, InputNumber, Tag } from 'antd'
import { FindPicker } from './FindPicker.tsx'
import { type Exchange, noExchange, type OfferDraft, SAME, type Tier, withName, withTier } from './offer-draft.ts'

interface Props {
  draft: OfferDraft
  tier: Tier
  at: number
  name: string
  disabled: boolean
  onChange: (tier: Tier) => void
  onDraft: (draft: OfferDraft) => void
}

const COUNTS = [
  ['limit', '每单最多', 1],
  ['quota', '全场最多', 0],
] as const

export function ExchangeLines({ draft, tier, at, name, disabled, onChange, onDraft }: Props) {
  const changed = (index: number, change: Partial<Exchange>): Tier => ({
    ...tier,
    exchanges: tier.exchanges.map((one, place) => (place === index ? { ...one, ...change } : one)),
  })
  return (
    <>
      <ul className="offer-lines">
        {tier.exchanges.map((one, index) => {
          const text = draft.names.goods.get(one.goods_id) ?? String(one.goods_id)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone while it is typed
            <li key={index} className="row offer-wrap">
              <span>换购</span>
              {one.goods_id === SAME ? (
                <span className="offer-find">
                  <FindPicker
                    what="goods"
                    label={`${name}：换购的商品`}
                    onChoose={(id, goods) => onDraft(withTier(withName(draft, 'goods', id, goods), at, changed(index, { goods_id: id })))}
                  />
                </span>
              ) : (
                <Tag
                  closable={!disabled && { 'aria-label': `${name}：不换购${text}` }}
                  onClose={() => onChange(changed(index, { goods_id: SAME }))}
                >
                  {text}
                </Tag>
              )}
              <span>价</span>
              <Input
                className="offer-figure"
                aria-label={`${name}：换购价`}
                disabled={disabled}
                value={one.price}
                onChange={({ target }) => onChange(changed(index, { price: target.value }))}
              />
              <span>元</span>
              {COUNTS.map(([field, label, least]) => (
                <span key={field} className="row muted s12">
                  {label}
                  <InputNumber
                    size="small"
                    className="offer-figure"
                    aria-label={`${name}：${label}`}
                    placeholder="不限"
                    disabled={disabled}
                    min={least}
                    max={9_999_999}
                    precision={0}
                    value={one[field] || null}
                    onChange={(number) => onChange(changed(index, { [field]: number ?? least }))}
                  />
                </span>
              ))}
              {tier.exchanges.length > 1 && !disabled && (
                <Button
                  size="small"
                  type="text"
                  aria-label={`${name}：删去换购 ${index + 1}`}
                  onClick={() => onChange({ ...tier, exchanges: tier.exchanges.filter((_, place) => place !== index) })}
                >
                  删去
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {!disabled && tier.exchanges.length < 10 && (
        <Button size="small" type="link" onClick={() => onChange({ ...tier, exchanges: [...tier.exchanges, noExchange()] })}>
          加一种换购
        </Button>
      )}
    </>
  )
}
