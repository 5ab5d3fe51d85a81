import { Alert, Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { BankImportWire } from '#contract/bank.ts'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { Money } from '../../parts/Money.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import css from './finance.module.css'
import { readBankFile } from './statement-file.ts'

const STATES: Readonly<Record<string, { text: string; tone: Tone }>> = {
  new: { text: '新', tone: 'done' },
  alike: { text: '疑似重复', tone: 'waiting' },
  known: { text: '已有', tone: 'closed' },
}

function Shown({ read }: { read: BankImportWire }) {
  return (
    <>
      <p role="status">
        <b>{read.import.file_name}</b>：{read.import.line_count} 笔收入，新的 <b>{read.import.fresh_count}</b> 笔{' '}
        <Money yuan={read.fresh} strong />
        ，已有 {read.known_count} 笔，疑似重复 {read.alike_count} 笔；{read.import.outgoing} 笔支出不收。
      </p>
      {read.faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="trouble"
          title={`${read.import.fault_count} 处有问题；有问题的行不会收入`}
          description={
            <ul className={css.faults}>
              {read.faults.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  {line > 0 && `第 ${line} 行：`}
                  {message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <div className={css.shown} tabIndex={0}>
        <Rows
          rows={read.lines}
          id={(line) => line.line}
          columns={[
            ['行', (line) => line.line, 'muted'],
            [
              '时间',
              (line) => (
                <>
                  {line.day} {line.time}
                </>
              ),
              'nowrap',
            ],
            ['付款户', (line) => line.payer_name],
            ['金额', (line) => <Money yuan={line.amount} />, 'num'],
            ['附言', (line) => line.memo, 'muted'],
            ['流水号', (line) => line.serial, 'muted'],
            ['状态', (line) => <StateTag tone={STATES[line.state]?.tone ?? 'closed'}>{STATES[line.state]?.text ?? ''}</StateTag>],
          ]}
        />
      </div>
    </>
  )
}

/** The bank's file: shown first, taken in by a second press. */
export function BankImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [read, setRead] = useState<BankImportWire | null>(null)
  const [alike, setAlike] = useState(false)
  const close = () => {
    setRead(null)
    setAlike(false)
    onClose()
  }
  const take = useDeed(calls.bankTake, {
    done: ({ fresh }) => (fresh === 0 ? '没有新的来账' : `收入 ${fresh} 笔来账`),
    outdates: [calls.bankLines, calls.bankImports],
    onDone: close,
  })
  const count = (read?.import.fresh_count ?? 0) + (alike ? (read?.alike_count ?? 0) : 0)
  return (
    <Modal
      open={open}
      title="导入银行流水"
      width={960}
      onCancel={close}
      footer={
        read && [
          <Button key="again" onClick={() => setRead(null)}>
            换一个文件
          </Button>,
          <Button
            key="take"
            type="primary"
            disabled={count === 0}
            loading={take.isBusy}
            onClick={() => void take.run({ params: { id: read.import.id }, body: { alike: alike ? 1 : 0 } })}
          >
            {count === 0 ? '没有新的来账' : `收入 ${count} 笔`}
          </Button>,
        ]
      }
    >
      {take.problem && <Alert type="error" showIcon title={take.problem} className="trouble" />}
      {read === null ? (
        <FileDrop
          label="银行流水文件"
          text="网上银行导出的交易明细，CSV、XLSX 或 XLS，2 MB 以内。表头要有“交易时间”和“贷方发生额”（或“金额”）；同一笔收多少次都只有一笔。"
          take={async (file) => setRead(await readBankFile(file))}
        />
      ) : (
        <>
          <Shown read={read} />
          {read.alike_count > 0 && (
            <Checkbox checked={alike} onChange={({ target }) => setAlike(target.checked)}>
              疑似重复的 {read.alike_count} 笔也收（已与银行核对，确是另外的款）
            </Checkbox>
          )}
        </>
      )}
    </Modal>
  )
}
