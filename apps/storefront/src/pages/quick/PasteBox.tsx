import { useEffect, useId, useRef, useState } from 'react'
import { QUICK_LINES_MAX } from '#contract/constants.ts'
import { readQuickText } from '#domain/quick-list.ts'
import { Button } from '#ui/Button.tsx'
import css from './quick.module.css'

const EXAMPLE = `阿莫西林胶囊 0.25g*24粒 20
XY0012 10盒
板蓝根颗粒 两件
国药准字H20063349	5`
const TEXT_MAX = 100_000

function countLines(text: string): number {
  const { lines, left } = readQuickText(text, QUICK_LINES_MAX)
  return lines.length + left
}

/** Where a list is pasted: from Excel, from a chat, from a notebook. */
export function PasteBox({ busy, onRead }: { busy: boolean; onRead: (text: string) => Promise<boolean> }) {
  const [text, setText] = useState('')
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  // What was pasted while the page was not alive yet.
  useEffect(() => setText(box.current?.value ?? ''), [])
  const lines = text.trim() === '' ? 0 : countLines(text)
  const tooMany = lines > QUICK_LINES_MAX || text.length > TEXT_MAX
  const read = async () => {
    if (lines > 0 && !busy && (await onRead(text.slice(0, TEXT_MAX)))) setText('')
  }
  return (
    <div className={css.paste}>
      <label htmlFor={id}>粘贴商品清单，每行一种：商品名称（可加规格、厂家）或编码、条形码、批准文号，后面写数量</label>
      <textarea
        ref={box}
        id={id}
        className="input"
        rows={10}
        spellCheck={false}
        placeholder={EXAMPLE}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void read()
        }}
      />
      <div className={css.pasteFoot}>
        <p id={`${id}-hint`} className="muted" role="status">
          {tooMany
            ? `一次最多 ${QUICK_LINES_MAX} 行，多出的不会读取`
            : lines > 0
              ? `读到 ${lines} 行`
              : '可直接从 Excel 复制多列；数量可写 20、二十盒、2件；不写数量按起订量'}
        </p>
        <Button kind="primary" size="lg" disabled={lines === 0 || busy} onClick={() => void read()}>
          {busy ? '正在识别…' : '识别清单'}
          <kbd className={`kbd ${css.onGreen}`}>Ctrl</kbd>
          <kbd className={`kbd ${css.onGreen}`}>Enter</kbd>
        </Button>
      </div>
    </div>
  )
}
