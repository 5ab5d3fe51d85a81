import { Button } from 'antd'
import { MomentField } from '../../parts/MomentField.tsx'
import { FormRow } from './FormRow.tsx'
import { endWords, QUICK_ENDS } from './periods.ts'

interface Props {
  from: string
  /** '': not chosen yet, or without an end. */
  until: string
  onChange: (change: { starts_at?: string; ends_at?: string }) => void
  disabled: boolean
  mayBeEndless?: boolean
}

export function PeriodField({ from, until, onChange, disabled, mayBeEndless = false }: Props) {
  const ends = QUICK_ENDS.map(({ text, end }) => ({ text, at: end(new Date()) }))
  return (
    <FormRow title="时间" note={until === '' ? mayBeEndless && '长期有效，直到撤下' : `北京时间，到 ${endWords(until)} 结束`}>
      <div className="row offer-wrap">
        <MomentField label="开始" disabled={disabled} value={from} onChange={(starts_at) => onChange({ starts_at })} />
        <span className="muted">至</span>
        <MomentField label="结束" disabled={disabled} value={until} onChange={(ends_at) => onChange({ ends_at })} />
        {!disabled &&
          [...ends, ...(mayBeEndless ? [{ text: '长期', at: '' }] : [])].map(({ text, at }) => (
            <Button
              key={text}
              size="small"
              type={at === until ? 'primary' : 'default'}
              ghost={at === until}
              aria-pressed={at === until}
              onClick={() => onChange({ ends_at: at })}
            >
              {text}
            </Button>
          ))}
      </div>
    </FormRow>
  )
}
