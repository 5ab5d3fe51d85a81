import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { OrderBulkDoneWire, OrderBulkWeighedWire } from '#contract/order-bulk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { type BulkDeed, idsQuery, tally } from './bulk-deeds.ts'
import { calls } from './calls.ts'
import './orders.css'

interface RowsProps {
  rows: readonly (OrderBulkWeighedWire | OrderBulkDoneWire)[]
  /** Said of a row of which nothing else is to be said. */
  fine: string
}

export function BulkRows({ rows, fine }: RowsProps) {
  return (
    <div className="bulk-rows">
      <Rows
        rows={rows}
        id={(row) => row.id}
        columns={[
          ['订单号', (row) => row.no || row.id],
          ['企业', (row) => row.company],
          ['结果', (row) => (row.message === '' ? <span className="ok">{fine}</span> : <span className="w">{row.message}</span>)],
        ]}
      />
    </div>
  )
}

interface Props {
  deed: BulkDeed
  ids: readonly number[]
  /** done: something was. */
  onClose: (done: boolean) => void
}

/** What it would come to for each, the reason, and then what came of it. */
export function BulkDialog({ deed: { deed, text, reason, effect, danger }, ids, onClose }: Props) {
  const weighed = useAsk(calls.bulkPreview, { params: { deed }, query: idsQuery(ids) })
  const [report, setReport] = useState<readonly OrderBulkDoneWire[] | null>(null)
  const [form] = Form.useForm<{ reason: string }>()
  const run = useDeed(calls.bulk, {
    done: ({ done, list }) => `${text}：办妥 ${done} 张，未办 ${list.length - done} 张`,
    outdates: [calls.list, calls.counts, calls.one, calls.held],
    onDone: ({ list }) => setReport(list),
  })
  const list = weighed.data?.list ?? []
  const { can, cannot } = tally(list)
  const chosen = list.filter((one) => one.can === 1).map(({ id }) => id)
  const close = (): void => onClose(report !== null)
  return (
    <Modal
      open
      width={760}
      title={report === null ? `${text} ${ids.length} 张订单` : `${text}：结果`}
      onCancel={close}
      footer={
        report === null
          ? [
              <Button key="no" onClick={close}>
                取消
              </Button>,
              <Button
                key="yes"
                type="primary"
                danger={danger ?? false}
                disabled={can === 0}
                loading={run.isBusy}
                onClick={() => form.submit()}
              >
                {text} {can} 张
              </Button>,
            ]
          : [
              <Button key="ok" type="primary" onClick={close}>
                知道了
              </Button>,
            ]
      }
    >
      {report !== null ? (
        <BulkRows rows={report} fine="已办妥" />
      ) : (
        <Loaded of={weighed}>
          {() => (
            <>
              <p>
                可办 <b>{can}</b> 张{cannot > 0 && `，不能办 ${cannot} 张，原因见下`}。{effect}。
              </p>
              {run.problem && <Alert type="error" showIcon title={run.problem} className="trouble" />}
              <BulkRows rows={list} fine={`将${text}`} />
              <Form
                form={form}
                layout="vertical"
                requiredMark={false}
                onFinish={({ reason: typed }: { reason: string }) =>
                  void run.run({ params: { deed }, body: { ids: chosen, reason: typed.trim() } })
                }
              >
                <Form.Item
                  name="reason"
                  label={reason}
                  rules={[{ required: true, whitespace: true, min: 2, message: '请写明（至少 2 个字）' }]}
                >
                  <Input.TextArea autoFocus maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
                </Form.Item>
              </Form>
            </>
          )}
        </Loaded>
      )}
    </Modal>
  )
}
