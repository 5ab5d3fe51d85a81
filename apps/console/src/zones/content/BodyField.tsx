import { Button, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { Kbd } from '../../parts/Kbd.tsx'
import { LINE_MARKS, type Marked, markLines, markLink } from './marks.ts'

interface Props {
  value?: string
  onChange?: (text: string) => void
  disabled: boolean
}

/** Marks for the text, and where the cursor stands afterwards. */
export function BodyField({ value = '', onChange, disabled }: Props) {
  const area = useRef<{ resizableTextArea?: { textArea: HTMLTextAreaElement } } & Pick<InputRef, 'focus'>>(null)
  const change = (by: (now: Marked) => Marked): void => {
    const field = area.current?.resizableTextArea?.textArea
    if (!field) return
    const next = by({ text: value, from: field.selectionStart, to: field.selectionEnd })
    onChange?.(next.text)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(next.from, next.to)
    })
  }
  return (
    <>
      <div className="row article-marks">
        {LINE_MARKS.map(({ mark, name }) => (
          <Button key={mark} size="small" disabled={disabled} onClick={() => change((now) => markLines(now, mark))}>
            {name} <Kbd of={mark.trim()} />
          </Button>
        ))}
        <Button size="small" disabled={disabled} onClick={() => change((now) => markLink(now, '/help'))}>
          站内链接
        </Button>
      </div>
      <Input.TextArea
        ref={area as never}
        aria-label="正文"
        value={value}
        disabled={disabled}
        className="article-body"
        onChange={({ target }) => onChange?.(target.value)}
      />
    </>
  )
}
