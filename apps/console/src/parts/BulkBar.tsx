import { Alert, Button, Form, Input, Modal, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import type { BulkKind, BulkWish } from '#contract/bulk.ts'
import { BULK_ROWS_MAX } from '#contract/constants.ts'
import type { Outdated } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import type { Needs } from '../zone.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { numberText } from './numbers.ts'
import { useDeed } from './useDeed.ts'

/** A deed that can be done to many records of a list. */
export interface BulkChoice {
  kind: BulkKind
  needs: Needs
  /** 下架, as on the button. */
  text: string
  /** What it does, in a sentence. */
  effect: string
  danger?: boolean
  /** What the text that is typed is called, where others than the record read it. */
  reason?: string
  /** What the deed is told beside the reason; names are those of the wish. */
  fields?: ReactNode
  initial?: Partial<BulkWish>
}

/** All that the list finds, beside what was ticked on its page. */
export interface Found {
  query: Readonly<Record<string, string | number>>
  total: number
}

interface DialogProps {
  choice: BulkChoice
  what: string
  ids: readonly number[]
  found: Found
  outdates: Outdated
  onClose: (done: boolean) => void
}

const FIELDS = Object.fromEntries(
  ['reason', 'number', 'flag', 'category_id', 'keep', 'rank', 'manager_name', 'manager_phone', 'coupon_id'].map((name) => [
    `wish.${name}`,
    name,
  ]),
)

/** What is asked for, then what it would come to for each, then what came of it. */
function BulkDialog({ choice, what, ids, found: { query, total }, outdates, onClose }: DialogProps) {
  const [form] = Form.useForm<BulkWish & { all: boolean }>()
  const [job, setJob] = useState(0)
  const start = useDeed(shared.bulkStart, {
    done: '',
    form,
    fields: FIELDS,
    outdates: [shared.bulkJobs],
    onDone: ({ id }) => setJob(id),
  })
  const isAll = Form.useWatch('all', form) === true
  const number = isAll ? total : ids.length
  return (
    <Modal open width={820} title={`批量${choice.text}${what}`} onCancel={() => onClose(job > 0)} footer={null} destroyOnHidden>
      {job > 0 ? (
        <BulkProgress id={job} danger={choice.danger ?? false} outdates={outdates} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ all: false, ...choice.initial }}
          onFinish={({ all, ...wish }) =>
            void start.run({ params: { kind: choice.kind }, body: { ...(all ? { query: { ...query } } : { ids: [...ids] }), wish } })
          }
        >
          {start.problem && <Alert type="error" showIcon title={start.problem} className="trouble" />}
          <p>{choice.effect}</p>
          {total > ids.length && (
            <Form.Item name="all" label="哪些">
              <Radio.Group
                aria-label="哪些"
                options={[
                  { value: false, label: `所选 ${ids.length} 个` },
                  { value: true, label: `全部筛选结果，约 ${numberText(total)} 个`, disabled: total > BULK_ROWS_MAX },
                ]}
              />
            </Form.Item>
          )}
          {choice.fields}
          <Form.Item
            name="reason"
            label={choice.reason ?? '原因（逐条记入操作记录）'}
            rules={[{ required: true, whitespace: true, min: 2, message: '请写明（至少 2 个字）' }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
          <div className="row">
            <span className="muted">先试算，看过再照办</span>
            <span className="grow" />
            <Button onClick={() => onClose(false)}>取消</Button>
            <Button type="primary" htmlType="submit" loading={start.isBusy}>
              试算 {numberText(number)} 个
            </Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}

interface Props extends Omit<DialogProps, 'choice' | 'onClose'> {
  choices: readonly BulkChoice[]
  onDone: () => void
}

/** Buttons over a list while some of its rows are ticked: those that one may. */
export function BulkBar({ choices, ids, onDone, ...rest }: Props) {
  const may = useMay()
  // The list goes on beneath: what was chosen when the dialog came up is what it is about.
  const [open, setOpen] = useState<{ choice: BulkChoice; ids: readonly number[] } | null>(null)
  return (
    <>
      {choices
        .filter(({ needs }) => may(needs))
        .map((choice) => (
          <Button key={choice.kind} size="small" danger={choice.danger ?? false} onClick={() => setOpen({ choice, ids })}>
            {choice.text}…
          </Button>
        ))}
      {open !== null && (
        <BulkDialog
          {...rest}
          {...open}
          onClose={(done) => {
            setOpen(null)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
