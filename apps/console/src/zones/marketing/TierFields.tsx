import { Button, Checkbox, Input, InputNumber, Radio } from 'antd'
import { OFFER_TIERS_MAX } from '#contract/constants.ts'
import { ExchangeLines } from './ExchangeLines.tsx'
import { FormRow } from './FormRow.tsx'
import { GiftLines } from './GiftLines.tsx'
import { newTier, type OfferDraft, type Tier, withTerms, withTier } from './offer-draft.ts'

interface Props {
  draft: OfferDraft
  onChange: (draft: OfferDraft) => void
  disabled: boolean
}

const RULES = {
  gift: '取已达到的最高一档；勾了“每满都赠”，达到几次赠几次',
  full_reduction: '范围里的商品合在一起算，取减得最多的一档',
  goods_full_reduction: '每个商品各算各的，取减得最多的一档',
  exchange: '达到的每一档都可以换购',
  cashback: '按每张订单实付的商品金额，取最高一档，订单完成后返到余额',
} as const

export function TierFields({ draft, onChange, disabled }: Props) {
  const { kind, tiers } = draft.terms
  return (
    <FormRow title="档位" note={RULES[kind]}>
      <ol className="offer-tiers">
        {tiers.map((tier, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is known by its place alone while it is typed
          <li key={at}>
            <TierLine
              draft={draft}
              tier={tier}
              at={at}
              disabled={disabled}
              onDraft={onChange}
              onChange={(next) => onChange(withTier(draft, at, next))}
            />
            {!disabled && tiers.length > 1 && (
              <Button
                size="small"
                type="text"
                aria-label={`删去第 ${at + 1} 档`}
                onClick={() => onChange(withTerms(draft, { tiers: tiers.filter((_, index) => index !== at) }))}
              >
                删去
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!disabled && tiers.length < OFFER_TIERS_MAX && (
        <Button size="small" onClick={() => onChange(withTerms(draft, { tiers: [...tiers, newTier(kind, tiers.at(-1))] }))}>
          加一档
        </Button>
      )}
    </FormRow>
  )
}

interface LineProps {
  draft: OfferDraft
  tier: Tier
  at: number
  disabled: boolean
  onChange: (tier: Tier) => void
  onDraft: (draft: OfferDraft) => void
}

function TierLine({ draft, tier, at, disabled, onChange, onDraft }: LineProps) {
  const { kind } = draft.terms
  const name = `第 ${at + 1} 档`
  const reduces = kind === 'full_reduction' || kind === 'goods_full_reduction'
  return (
    <div className="row offer-wrap">
      <span>{kind === 'gift' && tier.measure === 'number' ? '买' : '满'}</span>
      <Input
        className="offer-figure"
        aria-label={`${name}：${tier.measure === 'number' ? '件数' : '金额'}`}
        inputMode="decimal"
        maxLength={12}
        disabled={disabled}
        value={tier.threshold}
        onChange={({ target }) => onChange({ ...tier, threshold: target.value })}
      />
      {kind === 'cashback' ? (
        <span>元</span>
      ) : (
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={`${name}：按件还是按金额`}
          disabled={disabled}
          value={tier.measure}
          options={[
            { value: 'number', label: '件' },
            { value: 'amount', label: '元' },
          ]}
          onChange={({ target }) => onChange({ ...tier, measure: target.value as Tier['measure'] })}
        />
      )}
      {reduces && <ReductionLine tier={tier} name={name} disabled={disabled} onChange={onChange} />}
      {kind === 'cashback' && (
        <>
          <span>返</span>
          <Input
            className="offer-figure"
            aria-label={`${name}：返多少元`}
            disabled={disabled}
            value={tier.amount}
            onChange={({ target }) => onChange({ ...tier, amount: target.value })}
          />
          <span>元</span>
        </>
      )}
      {kind === 'gift' && (
        <GiftLines draft={draft} tier={tier} at={at} name={name} disabled={disabled} onChange={onChange} onDraft={onDraft} />
      )}
      {kind === 'exchange' && (
        <ExchangeLines draft={draft} tier={tier} at={at} name={name} disabled={disabled} onChange={onChange} onDraft={onDraft} />
      )}
    </div>
  )
}

function ReductionLine({ tier, name, disabled, onChange }: Omit<LineProps, 'draft' | 'at' | 'onDraft'> & { name: string }) {
  const isPercent = tier.percent > 0
  return (
    <>
      <Radio.Group
        size="small"
        optionType="button"
        aria-label={`${name}：减还是打折`}
        disabled={disabled}
        value={isPercent ? 'percent' : 'amount'}
        options={[
          { value: 'amount', label: '减' },
          { value: 'percent', label: '打折' },
        ]}
        onChange={({ target }) =>
          onChange(target.value === 'percent' ? { ...tier, amount: '', percent: 95, repeat: 0 } : { ...tier, percent: 0 })
        }
      />
      {isPercent ? (
        <>
          <InputNumber
            className="offer-figure"
            aria-label={`${name}：付百分之几`}
            disabled={disabled}
            min={1}
            max={99}
            precision={0}
            value={tier.percent}
            onChange={(percent) => onChange({ ...tier, percent: percent ?? 95 })}
          />
          <span>%（{tier.percent % 10 === 0 ? tier.percent / 10 : tier.percent} 折）</span>
        </>
      ) : (
        <>
          <Input
            className="offer-figure"
            aria-label={`${name}：减多少元`}
            disabled={disabled}
            value={tier.amount}
            onChange={({ target }) => onChange({ ...tier, amount: target.value })}
          />
          <span>元</span>
          <Checkbox
            disabled={disabled}
            checked={tier.repeat === 1}
            onChange={({ target }) => onChange({ ...tier, repeat: target.checked ? 1 : 0 })}
          >
            每满都减
          </Checkbox>
        </>
      )}
      <span className="muted">最多减</span>
      <Input
        className="offer-figure"
        aria-label={`${name}：最多减多少元`}
        placeholder="不限"
        disabled={disabled}
        value={tier.cap}
        onChange={({ target }) => onChange({ ...tier, cap: target.value })}
      />
      <span className="muted">元</span>
    </>
  )
}
