import { Button } from 'antd'
import { MomentField } from '../../parts/MomentField.tsx'
import { FormRow } from './FormRow.tsx'
import { type OfferDraft, withTerms } from './offer-draft.ts'
import { endWords, QUICK_ENDS } from './periods.ts'

interface Props {
  draft: OfferDraft
  onChange: (draft: OfferDraft) => void
  disabled: boolean
}

export function PeriodField({ draft, onChange, disabled }: Props) {
  const { starts_at: from, ends_at: until } = draft.terms
  return (
    <FormRow title="时间" note={until && `北京时间，到 ${endWords(until)} 结束`}>
      <div className="row offer-wrap">
        <MomentField label="开始" disabled={disabled} value={from} onChange={(starts_at) => onChange(withTerms(draft, { starts_at }))} />
        <span className="muted">至</span>
        <MomentField label="结束" disabled={disabled} value={until} onChange={(ends_at) => onChange(withTerms(draft, { ends_at }))} />
        {!disabled &&
          QUICK_ENDS.map(({ text, end }) => {
            const chosen = end(new Date())
            return (
              <Button
                key={text}
                size="small"
                type={chosen === until ? 'primary' : 'default'}
                ghost={chosen === until}
                aria-pressed={chosen === until}
                onClick={() => onChange(withTerms(draft, { ends_at: chosen }))}
              >
                {text}
              </Button>
            )
          })}
      </div>
    </FormRow>
  )
}
