import { Button, Checkbox, InputNumber, Tag } from 'antd'
import { FindPicker } from './FindPicker.tsx'
import { type Gift, type OfferDraft, onlyGoods, SAME, type Tier, withName, withTier } from './offer-draft.ts'

interface Props {
  draft: OfferDraft
  tier: Tier
  at: number
  name: string
  disabled: boolean
  onChange: (tier: Tier) => void
  onDraft: (draft: OfferDraft) => void
}

const LIMITS = [
  ['limit_per_order', '每单最多'],
  ['limit_per_company', '每企业最多'],
  ['quota', '全场最多'],
] as const

export function GiftLines({ draft, tier, at, name, disabled, onChange, onDraft }: Props) {
  const put = (index: number, change: Partial<Gift>): void =>
    onChange({ ...tier, gifts: tier.gifts.map((gift, place) => (place === index ? { ...gift, ...change } : gift)) })
  const isMany = tier.gifts.length > 1
  return (
    <>
      <Checkbox
        disabled={disabled}
        checked={tier.repeat === 1}
        onChange={({ target }) => onChange({ ...tier, repeat: target.checked ? 1 : 0 })}
      >
        每满都赠
      </Checkbox>
      {isMany && (
        <span className="row">
          <span>任选</span>
          <InputNumber
            className="offer-figure"
            aria-label={`${name}：任选几种`}
            disabled={disabled}
            min={0}
            max={tier.gifts.length}
            precision={0}
            placeholder="全给"
            value={tier.choose || null}
            onChange={(choose) => onChange({ ...tier, choose: choose ?? 0 })}
          />
          <span>种</span>
        </span>
      )}
      <ul className="offer-lines">
        {tier.gifts.map((gift, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone while it is typed
          <li key={index} className="row offer-wrap">
            <span>赠</span>
            <InputNumber
              className="offer-figure"
              aria-label={`${name}：赠几件`}
              disabled={disabled}
              min={1}
              max={9_999_999}
              precision={0}
              value={gift.number}
              onChange={(number) => put(index, { number: number ?? 1 })}
            />
            <GiftGoods draft={draft} gift={gift} name={name} disabled={disabled} onRemove={() => put(index, { goods_id: SAME })} />
            {gift.goods_id === SAME && !disabled && (
              <span className="offer-find">
                <FindPicker
                  what="goods"
                  placeholder={onlyGoods(draft.terms) === undefined ? '编码、名称或首字母' : '或赠别的商品'}
                  label={`${name}：赠别的商品`}
                  onChoose={(id, goods) => {
                    const gifts = tier.gifts.map((one, place) => (place === index ? { ...one, goods_id: id } : one))
                    onDraft(withTier(withName(draft, 'goods', id, goods), at, { ...tier, gifts }))
                  }}
                />
              </span>
            )}
            {LIMITS.map(([field, text]) => (
              <span key={field} className="row muted s12">
                {text}
                <InputNumber
                  size="small"
                  className="offer-figure"
                  aria-label={`${name}：${text}`}
                  placeholder="不限"
                  disabled={disabled}
                  min={0}
                  max={9_999_999}
                  precision={0}
                  value={gift[field] || null}
                  onChange={(number) => put(index, { [field]: number ?? 0 })}
                />
              </span>
            ))}
            {isMany && !disabled && (
              <Button
                size="small"
                type="text"
                aria-label={`${name}：删去赠品 ${index + 1}`}
                onClick={() => onChange({ ...tier, gifts: tier.gifts.filter((_, place) => place !== index) })}
              >
                删去
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!disabled && tier.gifts.length < 10 && (
        <Button
          size="small"
          type="link"
          onClick={() =>
            onChange({ ...tier, gifts: [...tier.gifts, { goods_id: SAME, number: 1, quota: 0, limit_per_order: 0, limit_per_company: 0 }] })
          }
        >
          加一种赠品
        </Button>
      )}
    </>
  )
}

interface GoodsProps {
  draft: OfferDraft
  gift: Gift
  name: string
  disabled: boolean
  onRemove: () => void
}

/** The one that is bought, as long as nothing else is chosen. */
function GiftGoods({ draft, gift, name, disabled, onRemove }: GoodsProps) {
  if (gift.goods_id !== SAME) {
    const text = draft.names.goods.get(gift.goods_id) ?? String(gift.goods_id)
    return (
      <Tag closable={!disabled && { 'aria-label': `${name}：不赠${text}` }} onClose={onRemove}>
        {text}
      </Tag>
    )
  }
  return onlyGoods(draft.terms) === undefined ? <span className="w">选定赠品：</span> : <span className="chip chip-info">同品</span>
}
