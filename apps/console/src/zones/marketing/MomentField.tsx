import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { fieldOf, instantOf } from './periods.ts'

interface Props {
  label: string
  value: string
  onChange: (instant: string) => void
  disabled?: boolean
}

/** The field's own clock is that of the wall it shows: Beijing's, wherever the browser is. */
export function MomentField({ label, value, onChange, disabled = false }: Props) {
  return (
    <DatePicker
      aria-label={label}
      className="offer-at"
      disabled={disabled}
      allowClear={false}
      needConfirm={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === '' ? null : dayjs(fieldOf(value))}
      onChange={(at) => onChange(at === null ? '' : instantOf(at.format('YYYY-MM-DDTHH:mm')))}
    />
  )
}
