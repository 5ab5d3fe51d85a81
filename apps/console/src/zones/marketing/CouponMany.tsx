import { Alert, Button, Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { BulkKind } from '#contract/bulk.ts'
import { shared } from '../../api/shared-calls.ts'
import { BulkProgress } from '../../parts/BulkProgress.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

interface Props {
  kind: Extract<BulkKind, `coupon.${string}`>
  couponId: number
  title: string
  /** For whom; null: that is not said yet. */
  whom: { ids: number[] } | { query: Record<string, number> } | null
  reason: string
  danger?: boolean
  /** What is asked before. */
  children: ReactNode
  onClose: () => void
}

const OUTDATED = [calls.coupons, calls.coupon, calls.couponResult]

/** One deed on many companies: what it is for, then what it would come to for each, then what came of it. */
export function CouponMany({ kind, couponId, title, whom, reason, danger = false, children, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const [job, setJob] = useState(0)
  const start = useDeed(shared.bulkStart, {
    done: '',
    form,
    fields: { 'wish.reason': 'reason' },
    outdates: [shared.bulkJobs],
    onDone: ({ id }) => setJob(id),
  })
  return (
    <Modal open width={820} title={title} onCancel={onClose} footer={null} destroyOnHidden>
      {job > 0 ? (
        <BulkProgress id={job} danger={danger} outdates={OUTDATED} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={({ reason: text }) =>
            whom !== null && void start.run({ params: { kind }, body: { ...whom, wish: { reason: text, coupon_id: couponId } } })
          }
        >
          {start.problem && <Alert type="error" showIcon title={start.problem} className="trouble" />}
          {children}
          <Form.Item name="reason" label={reason} rules={[{ required: true, whitespace: true, min: 2, message: '请写明（至少 2 个字）' }]}>
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
          <div className="row">
            <span className="muted">先试算，看过再照办</span>
            <span className="grow" />
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" htmlType="submit" disabled={whom === null} loading={start.isBusy}>
              {whom === null ? '还没选发给谁' : '试算'}
            </Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}
