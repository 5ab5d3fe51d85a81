import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { DEAL_KINDS, DRAW_CHANCES_MAX } from '#contract/constants.ts'
import type { DealKind } from '#contract/deal-desk.ts'
import { beijingDate } from '#domain/dates.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { DayLine } from './DayLine.tsx'
import { DealLines } from './DealLines.tsx'
import { DealLook } from './DealLook.tsx'
import { type DealDraft, isEndless, OFFERED, withDeal, withDealKind } from './deal-draft.ts'
import { FormRow } from './FormRow.tsx'
import { PeriodField } from './PeriodField.tsx'
import { PointsField } from './PointsField.tsx'
import { PrizesField } from './PrizesField.tsx'
import { useSettled } from './useSettled.ts'

const KINDS = Object.entries(DEAL_KINDS).map(([value, label]) => ({ value: value as DealKind, label }))

const NOTES: Readonly<Record<DealKind, string>> = {
  flash: '一场几小时，首页按场次展示；每个商品一个秒杀价、限量、限购',
  daily: '首页“每日特价”，一天或几天',
  near_expiry: '一个批号一个价；批准时这批从普通库存里拿出来单卖，最晚到失效那天',
  whole_case: '按整件买时的单价',
  welfare: '按客户自己的价打折，福利专区展示',
  bundle: '几种商品合成一套，从同一个仓库发货',
  points: '积分商城里的礼品、优惠券、现金券',
  draw: '每种结果的中奖率写成百分数，合计正好 100%；某种抽完后，其余的按比例',
}

interface Props {
  draft: DealDraft
  onChange: (draft: DealDraft) => void
  /** undefined: not saved yet. */
  id: number | undefined
  disabled: boolean
  isKindFixed: boolean
}

/** At the left what is typed, at the right what it comes to. */
export function DealForm({ draft, onChange, id, disabled, isKindFixed }: Props) {
  const { terms } = draft
  const { kind } = terms
  const parts = { draft, onChange, disabled }
  const settled = useSettled(JSON.stringify(terms))
  const hasLines = OFFERED.includes(kind) || kind === 'bundle'
  return (
    <div className="offer-sides">
      <form className="offer-form" aria-label="特价与抽奖" onSubmit={(event) => event.preventDefault()}>
        <FormRow title="种类" note={NOTES[kind]}>
          <Radio.Group
            optionType="button"
            value={kind}
            disabled={disabled || isKindFixed}
            options={KINDS}
            onChange={({ target }) => onChange(withDealKind(draft, target.value as DealKind, new Date()))}
          />
        </FormRow>
        <FormRow title="名称、说明">
          <Input
            aria-label="名称"
            autoFocus={id === undefined}
            maxLength={60}
            disabled={disabled}
            value={terms.name}
            placeholder={kind === 'points' ? '礼品的名称，客户看到' : '客户看到'}
            onChange={({ target }) => onChange(withDeal(draft, { name: target.value }))}
          />
          <Input
            aria-label="说明"
            maxLength={200}
            disabled={disabled}
            value={terms.intro}
            placeholder="一句话说明（可不写）"
            onChange={({ target }) => onChange(withDeal(draft, { intro: target.value }))}
          />
        </FormRow>
        {hasLines && <DealLines {...parts} />}
        {kind === 'points' && <PointsField {...parts} />}
        {kind === 'draw' && <PrizesField {...parts} />}
        {kind === 'bundle' && <BundleField {...parts} />}
        {!OFFERED.includes(kind) && <LimitsField {...parts} />}
        <PeriodField
          from={terms.starts_at}
          until={terms.ends_at}
          disabled={disabled}
          mayBeEndless={isEndless(kind)}
          onChange={(change) => onChange(withDeal(draft, change))}
        />
        {hasLines && (
          <FormRow title="叠加">
            <span className="row">
              <Checkbox
                disabled={disabled}
                checked={terms.full_reduction_ok === 1}
                onChange={({ target }) => onChange(withDeal(draft, { full_reduction_ok: target.checked ? 1 : 0 }))}
              >
                参加满减等活动
              </Checkbox>
              <Checkbox
                disabled={disabled}
                checked={terms.coupon_ok === 1}
                onChange={({ target }) => onChange(withDeal(draft, { coupon_ok: target.checked ? 1 : 0 }))}
              >
                可以用优惠券
              </Checkbox>
            </span>
          </FormRow>
        )}
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <section className="offer-side" aria-label="这样会怎样" tabIndex={0}>
        <DealLook terms={settled} id={id} />
        {kind === 'flash' && terms.starts_at !== '' && <DayLine day={beijingDate(new Date(terms.starts_at))} own={{ id, terms }} />}
      </section>
    </div>
  )
}

interface PartProps {
  draft: DealDraft
  onChange: (draft: DealDraft) => void
  disabled: boolean
}

function BundleField({ draft, onChange, disabled }: PartProps) {
  const warehouses = useAsk(calls.dealChoices, {}).data?.warehouses ?? []
  return (
    <FormRow title="发货仓库">
      <Select
        aria-label="发货仓库"
        placeholder="从哪个仓库发货"
        disabled={disabled}
        value={draft.terms.warehouse_id || null}
        options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(warehouse_id: number) => onChange(withDeal(draft, { warehouse_id }))}
      />
    </FormRow>
  )
}

/** How many there are, and how many one company has. */
function LimitsField({ draft, onChange, disabled }: PartProps) {
  const isDraw = draft.terms.kind === 'draw'
  const number = (field: 'quota' | 'limit', label: string) => (
    <span className="row">
      <span className="muted">{label}</span>
      <InputNumber
        className="offer-figure"
        aria-label={label}
        placeholder="不限"
        disabled={disabled}
        min={0}
        max={isDraw ? DRAW_CHANCES_MAX : 9_999_999}
        precision={0}
        value={draft.terms[field] || null}
        onChange={(typed) => onChange(withDeal(draft, { [field]: typed ?? 0 }))}
      />
    </span>
  )
  return (
    <FormRow title={isDraw ? '机会' : '数量'}>
      <div className="row offer-wrap">
        {!isDraw && number('quota', '一共')}
        {number('limit', isDraw ? '每家每天几次' : '每家最多')}
      </div>
    </FormRow>
  )
}
