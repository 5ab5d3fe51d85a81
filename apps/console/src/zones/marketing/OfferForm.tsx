import { Input, Radio } from 'antd'
import { OFFER_KINDS } from '#contract/constants.ts'
import type { OfferKind } from '#contract/offer-desk.ts'
import { AudienceField } from './AudienceField.tsx'
import { FormRow } from './FormRow.tsx'
import { LookPanel } from './LookPanel.tsx'
import { nameFor, type OfferDraft, withKind, withTerms } from './offer-draft.ts'
import { PeriodField } from './PeriodField.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { ScopeField } from './ScopeField.tsx'
import { TierFields } from './TierFields.tsx'
import { useSettledTerms } from './useSettledTerms.ts'

const KINDS = Object.entries(OFFER_KINDS).map(([value, label]) => ({ value: value as OfferKind, label }))

interface Props {
  draft: OfferDraft
  onChange: (draft: OfferDraft) => void
  /** undefined: not saved yet. */
  id: number | undefined
  /** Nobody may change it now. */
  disabled: boolean
  /** One that was published stays of its kind. */
  isKindFixed: boolean
}

/** At the left what is typed, at the right what it comes to. */
export function OfferForm({ draft, onChange, id, disabled, isKindFixed }: Props) {
  const { terms, isTooLong } = useSettledTerms(draft)
  const parts = { draft, onChange, disabled }
  return (
    <div className="offer-sides">
      <form className="offer-form" aria-label="活动" onSubmit={(event) => event.preventDefault()}>
        <FormRow title="种类">
          <Radio.Group
            optionType="button"
            value={draft.terms.kind}
            disabled={disabled || isKindFixed}
            options={KINDS}
            onChange={({ target }) => onChange(withKind(draft, target.value as OfferKind))}
          />
        </FormRow>
        <ScopeField {...parts} autoFocus={id === undefined} />
        <TierFields {...parts} />
        <AudienceField {...parts} />
        <PeriodField
          from={draft.terms.starts_at}
          until={draft.terms.ends_at}
          disabled={disabled}
          onChange={(change) => onChange(withTerms(draft, change))}
        />
        <FormRow title="名称、说明">
          <Input
            aria-label="名称"
            maxLength={60}
            disabled={disabled}
            value={draft.terms.name}
            placeholder={nameFor(draft)}
            onChange={({ target }) => onChange(withTerms(draft, { name: target.value }))}
          />
          <Input
            aria-label="说明"
            maxLength={200}
            disabled={disabled}
            value={draft.terms.intro}
            placeholder="一句话说明，客户在活动页看到（可不写）"
            onChange={({ target }) => onChange(withTerms(draft, { intro: target.value }))}
          />
        </FormRow>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <section className="offer-side" aria-label="这样会怎样" tabIndex={0}>
        {isTooLong ? (
          <p className="muted offer-none">范围里的商品太多，逐个列出的看不了命中；改按分类或生产企业选，或存草稿后送审。</p>
        ) : (
          <LookPanel terms={terms} id={id} />
        )}
        <PreviewPanel draft={draft} terms={terms} id={id} />
      </section>
    </div>
  )
}
