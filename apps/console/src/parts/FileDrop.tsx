import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { sentenceOf } from './outcome.ts'

const TABLES = '.csv,.xlsx,.xls,text/csv'

interface Props {
  text: string
  label: string
  /** Which files are offered; left out: tables. */
  accept?: string
  take: (file: File) => Promise<void>
}

/** One file, chosen or dropped; what is wrong with it stands below. */
export function FileDrop({ text, label, accept = TABLES, take }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const give = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isBusy) return
    setBusy(true)
    setProblem('')
    await take(file).catch((error: unknown) => setProblem(sentenceOf(error)))
    setBusy(false)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped here; the button inside does the same */}
      <div
        className="file-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void give(event.dataTransfer.files[0])
        }}
      >
        <p className="muted">{text}</p>
        <Button type="primary" loading={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? '正在读入…' : '选择文件'}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          void give(target.files?.[0])
          target.value = ''
        }}
      />
      {problem && <Alert type="error" showIcon title={problem} className="trouble" />}
    </>
  )
}
