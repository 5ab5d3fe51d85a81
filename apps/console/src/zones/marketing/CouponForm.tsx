import { Checkbox, Input, InputNumber, Radio } from 'antd'
import { COUPON_STACK_MAX } from '#contract/constants.ts'
import type { CouponTermsWire } from '#contract/coupon-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { AudienceField } from './AudienceField.tsx'
import { calls } from './calls.ts'
import { askableCoupon, type CouponDraft, couponName } from './coupon-draft.ts'
import { FormRow } from './FormRow.tsx'
import { BelowSection } from './LookPanel.tsx'
import { withTerms } from './offer-draft.ts'
import { ScopeField } from './ScopeField.tsx'
import { useSettled } from './useSettled.ts'
import { TERMS_MOST } from './useSettledTerms.ts'

interface Props {
  draft: CouponDraft
  onChange: (draft: CouponDraft) => void
  disabled: boolean
  isNew: boolean
}
type Part = Omit<Props, 'isNew'>

function ReductionField({ draft, onChange, disabled }: Part) {
  const { threshold, amount, percent, cap, stackable } = draft.terms
  const put = (change: Partial<CouponTermsWire>): void => onChange(withTerms(draft, change))
  const money = (label: string, value: string, name: 'threshold' | 'amount' | 'cap', placeholder = '') => (
    <Input
      className="offer-figure"
      aria-label={label}
      inputMode="decimal"
      maxLength={12}
      disabled={disabled}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => put({ [name]: target.value })}
    />
  )
  return (
    <FormRow title="优惠" note="满额按范围里的商品合计，不写就是无门槛">
      <div className="row offer-wrap">
        <span>满</span>
        {money('满多少元', threshold, 'threshold', '无门槛')}
        <span>元</span>
        <Radio.Group
          optionType="button"
          aria-label="怎样优惠"
          disabled={disabled}
          value={percent > 0 ? 'percent' : 'amount'}
          options={[
            { value: 'amount', label: '减' },
            { value: 'percent', label: '打折' },
          ]}
          onChange={({ target }) => put(target.value === 'percent' ? { percent: 90, amount: '' } : { percent: 0, cap: '' })}
        />
        {percent > 0 ? (
          <>
            <InputNumber
              className="offer-figure"
              aria-label="付百分之几"
              min={1}
              max={99}
              disabled={disabled}
              value={percent}
              onChange={(value) => put({ percent: value ?? 90 })}
            />
            <span>%　最多减</span>
            {money('最多减多少元', cap, 'cap', '不限')}
          </>
        ) : (
          money('减多少元', amount, 'amount')
        )}
        <span>元</span>
        <Checkbox disabled={disabled} checked={stackable === 1} onChange={({ target }) => put({ stackable: target.checked ? 1 : 0 })}>
          可与其他券叠加
        </Checkbox>
      </div>
    </FormRow>
  )
}

function NumberField({ draft, onChange, disabled }: Part) {
  const { quota, per_company: each, is_public: isPublic, stackable } = draft.terms
  const put = (change: Partial<CouponTermsWire>): void => onChange(withTerms(draft, change))
  return (
    <FormRow title="数量" note="发出的和领走的都算在总量里">
      <div className="row offer-wrap">
        <span>共</span>
        <InputNumber
          className="offer-figure"
          aria-label="总量"
          min={1}
          max={9_999_999}
          precision={0}
          disabled={disabled}
          placeholder="不限"
          value={quota === 0 ? null : quota}
          onChange={(value) => put({ quota: value ?? 0 })}
        />
        <span>张，每家最多</span>
        <InputNumber
          className="offer-figure"
          aria-label="每家最多几张"
          min={1}
          max={stackable === 1 ? COUPON_STACK_MAX : 999}
          precision={0}
          disabled={disabled}
          value={each}
          onChange={(value) => put({ per_company: value ?? 1 })}
        />
        <span>张</span>
        <Checkbox disabled={disabled} checked={isPublic === 1} onChange={({ target }) => put({ is_public: target.checked ? 1 : 0 })}>
          放在领券中心
        </Checkbox>
      </div>
    </FormRow>
  )
}

function TimeFields({ draft, onChange, disabled }: Part) {
  const { take_from: from, take_until: until, valid_days: days, valid_from: begins, valid_until: ends } = draft.terms
  const put = (change: Partial<CouponTermsWire>): void => onChange(withTerms(draft, change))
  return (
    <>
      <FormRow title="发放时间" note="不写开始：批准后即可；不写结束：直到撤下或发完">
        <div className="row offer-wrap">
          <MomentField label="发放开始" mayBeOpen="不限" disabled={disabled} value={from} onChange={(take_from) => put({ take_from })} />
          <span className="muted">至</span>
          <MomentField label="发放结束" mayBeOpen="不限" disabled={disabled} value={until} onChange={(take_until) => put({ take_until })} />
        </div>
      </FormRow>
      <FormRow title="有效期">
        <div className="row offer-wrap">
          <Radio.Group
            optionType="button"
            aria-label="有效期怎样算"
            disabled={disabled}
            value={days > 0 ? 'days' : 'fixed'}
            options={[
              { value: 'days', label: '到手后' },
              { value: 'fixed', label: '固定时间' },
            ]}
            onChange={({ target }) =>
              put(target.value === 'days' ? { valid_days: 30, valid_from: '', valid_until: '' } : { valid_days: 0 })
            }
          />
          {days > 0 ? (
            <>
              <InputNumber
                className="offer-figure"
                aria-label="几天有效"
                min={1}
                max={3650}
                precision={0}
                disabled={disabled}
                value={days}
                onChange={(value) => put({ valid_days: value ?? 30 })}
              />
              <span>天内</span>
            </>
          ) : (
            <>
              <MomentField
                label="有效开始"
                mayBeOpen="不限"
                disabled={disabled}
                value={begins}
                onChange={(valid_from) => put({ valid_from })}
              />
              <span className="muted">至</span>
              <MomentField label="有效结束" disabled={disabled} value={ends} onChange={(valid_until) => put({ valid_until })} />
            </>
          )}
        </div>
      </FormRow>
    </>
  )
}

/** At the left what is typed, at the right what it comes to. */
export function CouponForm({ isNew, ...parts }: Props) {
  const { draft, onChange, disabled } = parts
  return (
    <div className="offer-sides">
      <form className="offer-form" aria-label="优惠券" onSubmit={(event) => event.preventDefault()}>
        <ReductionField {...parts} />
        <ScopeField {...parts} autoFocus={isNew && draft.terms.scope.all === 0} />
        <AudienceField {...parts} />
        <NumberField {...parts} />
        <TimeFields {...parts} />
        <FormRow title="名称、说明">
          <Input
            aria-label="名称"
            maxLength={60}
            disabled={disabled}
            value={draft.terms.name}
            placeholder={couponName(draft.terms)}
            onChange={({ target }) => onChange(withTerms(draft, { name: target.value }))}
          />
          <Input
            aria-label="说明"
            maxLength={200}
            disabled={disabled}
            value={draft.terms.intro}
            placeholder="一句话说明，客户在券上和发放的消息里看到（可不写）"
            onChange={({ target }) => onChange(withTerms(draft, { intro: target.value }))}
          />
        </FormRow>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <section className="offer-side" aria-label="这样会怎样" tabIndex={0}>
        <CouponLook draft={draft} />
      </section>
    </div>
  )
}

function CouponLook({ draft }: { draft: CouponDraft }) {
  const terms = useSettled(askableCoupon(draft))
  const isAsked = terms !== '' && terms.length <= TERMS_MOST
  const answer = useAsk(calls.couponLook, { query: { terms } }, { enabled: isAsked, keepFormer: true })
  if (terms.length > TERMS_MOST)
    return <p className="muted offer-none">范围里的商品太多，逐个列出的看不了命中；改按分类或生产企业选，或存草稿后送审。</p>
  if (!isAsked) return <p className="muted offer-none">写好优惠、范围和有效期，这里就显示命中多少商品和客户、会不会低于成本。</p>
  return (
    <Loaded of={answer}>
      {(look) => (
        <>
          <Section title="命中" note={look.text}>
            <p>
              <b className="offer-hit">{numberText(look.goods)}</b> 种在售商品可用
            </p>
            <p>
              <b className="offer-hit">{numberText(look.companies)}</b> 家客户可得{' '}
              <span className="muted s12">共 {numberText(look.companies_all)} 家已通过审核</span>
            </p>
            {look.companies === 0 && <p className="bad">没有符合条件的客户，发布了也没有人能得到。</p>}
            {look.goods === 0 && <p className="bad">没有在售的商品可用。</p>}
          </Section>
          {look.below_total > 0 && <BelowSection look={look} />}
        </>
      )}
    </Loaded>
  )
}
