import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { fieldOf, instantOf } from './periods.ts'

interface Props {
  label: string
  value: string
  onChange: (instant: string) => void
  disabled?: boolean
  /** It may be left empty. */
  clearable?: boolean
}

/** The field's own clock is that of the wall it shows: Beijing's, wherever the browser is. */
export function MomentField({ label, value, onChange, disabled = false, clearable = false }: Props) {
  return (
    <DatePicker
      aria-label={label}
      className="offer-at"
      disabled={disabled}
      allowClear={clearable}
      {...(clearable && { placeholder: '不限' })}
      needConfirm={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === '' ? null : dayjs(fieldOf(value))}
      onChange={(at) => onChange(at === null ? '' : instantOf(at.format('YYYY-MM-DDTHH:mm')))}
    />
  )
}
