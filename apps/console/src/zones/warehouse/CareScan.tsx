import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { CareRowWire } from '#contract/care.ts'
import { numberText } from '../../parts/numbers.ts'
import { FaultForm, FineForm } from './CareForms.tsx'
import { calls } from './calls.ts'
import { scannedOne } from './care-rules.ts'
import { ScanField } from './ScanField.tsx'

/** From shelf to shelf with the scanner: what was scanned stands below, and is written down in one go. */
export function CareScan({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const field = useRef<HTMLInputElement>(null)
  const [rows, setRows] = useState<readonly CareRowWire[]>([])
  const [problem, setProblem] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [faulty, setFaulty] = useState<CareRowWire | null>(null)
  const isAlone = !isSaving && faulty === null
  useEffect(() => {
    if (isAlone) field.current?.focus()
  }, [isAlone])
  const drop = (id: number): void => setRows((now) => now.filter((one) => one.id !== id))
  async function scan(text: string): Promise<void> {
    if (text === '') return
    const { data } = await api.ask(calls.care, { query: { words: text, state: 'all', per_page: 2 } })
    const found = scannedOne(data.list, rows, text)
    setProblem(typeof found === 'string' ? found : '')
    if (typeof found !== 'string') setRows((now) => [found, ...now])
  }
  return (
    <Modal
      open
      title="扫码养护"
      okText={rows.length > 0 ? `情况正常，登记 ${rows.length} 个批号…` : '还没有扫'}
      okButtonProps={{ disabled: rows.length === 0 }}
      onOk={() => setSaving(true)}
      onCancel={onClose}
      width={720}
      focusTriggerAfterClose={false}
      afterOpenChange={(open) => open && field.current?.focus()}
    >
      <div className="row">
        <ScanField ref={field} label="扫批号签，或商品条码" onScan={(text) => void scan(text)} />
      </div>
      <p className="bad" role="status">
        {problem}
      </p>
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>商品</th>
            <th>批号</th>
            <th>货位</th>
            <th className="num">在库</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <b>{row.name}</b> <span className="muted s12">{row.spec}</span>
              </td>
              <td>{row.batch_no}</td>
              <td>{[row.warehouse, row.place].filter(Boolean).join(' ')}</td>
              <td className="num">{`${numberText(row.number)} ${row.unit}`}</td>
              <td>
                <span className="row">
                  <Button size="small" danger onClick={() => setFaulty(row)}>
                    有问题…
                  </Button>
                  <Button size="small" type="text" onClick={() => drop(row.id)}>
                    去掉
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isSaving && <FineForm rows={rows} onClose={() => setSaving(false)} onDone={() => setRows([])} />}
      {faulty !== null && <FaultForm row={faulty} onClose={() => setFaulty(null)} onDone={() => drop(faulty.id)} />}
    </Modal>
  )
}
