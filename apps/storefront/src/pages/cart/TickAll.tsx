import { useEffect, useRef } from 'react'
import type { Ticked } from '../../parts/cart/cart-data.ts'

interface Props {
  label: string
  /** Shown beside the box; otherwise the label is only said. */
  text?: string
  ticked: Ticked
  disabled?: boolean
  className?: string | undefined
  onChange: (selected: boolean) => void
}

/** A tick box over several lines: empty, full or half. From half it fills. */
export function TickAll({ label, text, ticked, disabled = false, className, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked === 'some'
  }, [ticked])
  return (
    <label className={className ? `check ${className}` : 'check'}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={ticked === 'all'}
        disabled={disabled}
        onChange={() => onChange(ticked !== 'all')}
      />
      {text}
    </label>
  )
}
