import { Alert, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { PRICE_LIST_BYTES_MAX, PRICE_LIST_ROWS_MAX } from '#contract/constants.ts'
import type { PriceListWire } from '#contract/price-lists.ts'
import { sendTable } from '../../api/send-table.ts'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { type ListDraft, newListDraft } from './price-list-draft.ts'

interface FieldsProps {
  draft: ListDraft
  onChange: (draft: ListDraft) => void
  disabled: boolean
  faults: readonly { field: string; message: string }[]
}

export function ListFields({ draft, onChange, disabled, faults }: FieldsProps) {
  const faultOf = (field: string) => {
    const fault = faults.find((one) => one.field === field)
    return fault === undefined ? {} : { validateStatus: 'error' as const, help: fault.message }
  }
  return (
    <Form layout="vertical" className="list-form" disabled={disabled}>
      <Form.Item label="名称" {...faultOf('name')}>
        <Input
          aria-label="名称"
          maxLength={60}
          value={draft.name}
          placeholder="如：12 月供应商调价"
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </Form.Item>
      <Form.Item label="生效" {...faultOf('starts_at')}>
        <span className="row">
          <Radio.Group
            value={draft.starts_at === '' ? 'now' : 'at'}
            options={[
              { value: 'at', label: '到时间' },
              { value: 'now', label: '批准后立即' },
            ]}
            onChange={({ target }) => onChange({ ...draft, starts_at: target.value === 'now' ? '' : newListDraft(new Date()).starts_at })}
          />
          {draft.starts_at !== '' && (
            <MomentField
              label="生效时间"
              value={draft.starts_at}
              disabled={disabled}
              onChange={(instant) => onChange({ ...draft, starts_at: instant })}
            />
          )}
        </span>
      </Form.Item>
      <Form.Item label="理由" {...faultOf('reason')}>
        <Input
          aria-label="理由"
          maxLength={200}
          value={draft.reason}
          placeholder="记在每个价格的改价经过里，如：供应商 11 月调价函"
          onChange={({ target }) => onChange({ ...draft, reason: target.value })}
        />
      </Form.Item>
    </Form>
  )
}

const LISTS = [calls.priceList, calls.priceListRows, calls.priceLists]

/** Rows by a file, which takes the place of those that are there, or typed behind them. */
export function ListRowsIn({ list, onRead }: { list: PriceListWire; onRead: () => void }) {
  const [text, setText] = useState('')
  const typed = useDeed(calls.priceListType, {
    done: '行已添加',
    outdates: LISTS,
    onDone: () => {
      setText('')
      onRead()
    },
  })
  // What was read is asked for anew as after any deed.
  const read = useDeed(calls.priceListDrop, { done: '', outdates: LISTS, onDone: onRead })
  return (
    <>
      <Section
        title="从文件读入"
        note="换掉现有的行"
        action={<DownloadButton url="/api/staff/price_list_template">下载模板</DownloadButton>}
      >
        <FileDrop
          label="调价单文件"
          text={`CSV、XLSX 或 XLS，${PRICE_LIST_BYTES_MAX / 1024 / 1024} MB、${numberText(PRICE_LIST_ROWS_MAX)} 行以内。列：商品编码（或批准文号和规格）、种类、等级或客户编码、新价。`}
          take={async (file) => {
            await sendTable(`/api/staff/price_list/${list.id}/file`, file)
            await read.run({ params: { id: list.id }, body: { lines: [] } })
          }}
        />
      </Section>
      <Section title="录入、粘贴" note="接在现有的行后面；一行一个价">
        <Input.TextArea
          aria-label="粘贴调价的行"
          rows={4}
          value={text}
          placeholder={'商品编码  种类  等级或客户编码  新价\nYP000123\t基准价\t\t12.80\nYP000123\t等级价\tA\t12.30'}
          onChange={({ target }) => setText(target.value)}
        />
        {typed.problem && <Alert type="error" showIcon className="trouble" title={typed.problem} />}
        <p className="row list-typed">
          <Button
            disabled={text.trim() === ''}
            loading={typed.isBusy}
            onClick={() => void typed.run({ params: { id: list.id }, body: { text } })}
          >
            添加这些行
          </Button>
          <span className="muted s12">从 Excel 复制的几列可以直接粘贴；只有两列时是商品编码和基准价</span>
        </p>
      </Section>
    </>
  )
}
