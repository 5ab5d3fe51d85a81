import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { outdate } from '../../api/ask.ts'
import { sentenceOf } from '../../parts/outcome.ts'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { calls } from './calls.ts'
import { AT_ONCE, nameOf, runsOf, type Uploaded, uploadReports } from './upload-reports.ts'

const OUTCOMES: Readonly<Record<Uploaded['outcome'], { text: string; tone: Tone }>> = {
  checking: { text: '已匹配，待放行', tone: 'done' },
  unmatched: { text: '待手工匹配', tone: 'waiting' },
  known: { text: '已有同一份', tone: 'closed' },
  refused: { text: '未收', tone: 'wrong' },
}

/** Many reports at once, a folder of them too; each says what became of it. */
export function UploadReports({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [all, setAll] = useState(0)
  const [done, setDone] = useState(0)
  const [results, setResults] = useState<readonly Uploaded[]>([])
  const [isOver, setOver] = useState(false)
  const isBusy = done < all
  async function take(chosen: readonly File[]): Promise<void> {
    if (chosen.length === 0 || isBusy) return
    setAll(chosen.length)
    setDone(0)
    setResults([])
    for (const run of runsOf(chosen, AT_ONCE)) {
      let list: Uploaded[]
      try {
        list = await uploadReports(run)
      } catch (error) {
        // The others go on: what failed is named, and can be sent again.
        list = run.map((file) => ({ name: nameOf(file), outcome: 'refused', message: sentenceOf(error), id: null }))
      }
      setResults((before) => [...before, ...list])
      setDone((before) => before + run.length)
    }
    await outdate(queries, [calls.reports, calls.requests])
  }
  const count = (outcome: Uploaded['outcome']) => results.filter((one) => one.outcome === outcome).length
  return (
    <Modal open={open} title="上传检验报告" width={720} onCancel={onClose} footer={null} mask={{ closable: !isBusy }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped here; the buttons inside do the same */}
      <div
        className={isOver ? 'upload-drop is-over' : 'upload-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take([...event.dataTransfer.files])
        }}
      >
        <p>把 PDF 拖到这里。文件名“商品编码_批号.pdf”会自动匹配；文件夹以商品编码命名时，里面“批号.pdf”即可。</p>
        <div className="row">
          <Button type="primary" disabled={isBusy} onClick={() => files.current?.click()}>
            选择文件
          </Button>
          <Button disabled={isBusy} onClick={() => folder.current?.click()}>
            选择文件夹
          </Button>
        </div>
      </div>
      {[files, folder].map((ref, at) => (
        <input
          key={at === 0 ? 'files' : 'folder'}
          ref={ref}
          type="file"
          hidden
          multiple
          accept="application/pdf"
          aria-label={at === 0 ? '检验报告文件' : '检验报告文件夹'}
          {...(at === 1 && { webkitdirectory: '' })}
          onChange={({ target }) => {
            void take([...(target.files ?? [])])
            target.value = ''
          }}
        />
      ))}
      {all > 0 && (
        <>
          <Progress percent={Math.round((done / all) * 100)} status={isBusy ? 'active' : 'normal'} aria-label="上传进度" />
          <p role="status">
            {done} / {all} 份：已匹配 {count('checking')}，待手工匹配 {count('unmatched')}，已有 {count('known')}，未收 {count('refused')}
          </p>
          <div className="upload-results">
            <table className="tb tb-in">
              <tbody>
                {results.map(({ name, outcome, message }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two files may bear one name, and the list only grows
                  <tr key={at}>
                    <td>{name}</td>
                    <td>
                      <StateTag tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</StateTag>
                    </td>
                    <td className="muted">{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  )
}
