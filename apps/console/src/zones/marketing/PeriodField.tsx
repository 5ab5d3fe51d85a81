import { Button, Input } from 'antd'
import { FormRow } from './FormRow.tsx'
import { type OfferDraft, withTerms } from './offer-draft.ts'
import { endWords, fieldOf, instantOf, QUICK_ENDS } from './periods.ts'

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
        <Input
          type="datetime-local"
          aria-label="开始"
          className="offer-at"
          disabled={disabled}
          value={fieldOf(from)}
          onChange={({ target }) => onChange(withTerms(draft, { starts_at: instantOf(target.value) }))}
        />
        <span className="muted">至</span>
        <Input
          type="datetime-local"
          aria-label="结束"
          className="offer-at"
          disabled={disabled}
          value={fieldOf(until)}
          onChange={({ target }) => onChange(withTerms(draft, { ends_at: instantOf(target.value) }))}
        />
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
