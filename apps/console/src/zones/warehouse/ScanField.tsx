import type { Ref } from 'react'

interface Props {
  label: string
  /** What else may be typed; the label where nothing is said. */
  placeholder?: string
  onScan: (text: string) => void
  ref?: Ref<HTMLInputElement>
  /** The page is this field. */
  isPage?: boolean
  onBlur?: () => void
  /** Backspace where nothing is typed. */
  onBack?: () => void
}

/** A field that a scanner types into: its Enter hands over what was read, and the next one may come. */
export function ScanField({ label, placeholder = label, onScan, ref, isPage = false, onBlur, onBack }: Props) {
  return (
    <input
      ref={ref}
      className="scan-field"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: a page whose first and only field it is
      autoFocus={isPage}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && event.currentTarget.value === '') onBack?.()
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        const text = event.currentTarget.value.trim()
        event.currentTarget.value = ''
        onScan(text)
      }}
    />
  )
}
