import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { fieldOf, instantOf } from './moments.ts'

interface Props {
  label: string
  value: string
  onChange: (instant: string) => void
  disabled?: boolean
  /** Empty says something too: since ever, without end. */
  mayBeOpen?: string
}

/** The field's own clock is that of the wall it shows: Beijing's, wherever the browser is. */
export function MomentField({ label, value, onChange, disabled = false, mayBeOpen }: Props) {
  return (
    <DatePicker
      aria-label={label}
      className="moment"
      disabled={disabled}
      allowClear={mayBeOpen !== undefined}
      placeholder={mayBeOpen ?? ''}
      needConfirm={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === '' ? null : dayjs(fieldOf(value))}
      onChange={(at) => onChange(at === null ? '' : instantOf(at.format('YYYY-MM-DDTHH:mm')))}
    />
  )
}
