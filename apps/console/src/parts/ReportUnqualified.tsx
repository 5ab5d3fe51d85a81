import { Alert, Button, Form, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import type { StaffBatchWire } from '#contract/stock.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.tsx'
import { useDeed } from './useDeed.ts'

function ReportDialog({ batch, onClose }: { batch: StaffBatchWire; onClose: () => void }) {
  const [form] = Form.useForm<{ number: number; reason: string }>()
  const deed = useDeed(shared.unqualifiedReport, {
    done: ({ no, open_orders }) => `已登记 ${no}，批号已锁定${open_orders > 0 ? `，${open_orders} 张未发出的订单停下` : ''}`,
    form,
    outdates: [shared.batches, shared.unqualified],
    onDone: onClose,
  })
  const there = batch.available + batch.reserved
  return (
    <Modal
      open
      title={`登记不合格 ${batch.batch_no}`}
      okText="登记并锁定"
      okButtonProps={{ danger: true }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={440}
    >
      <p>{`${batch.name} ${batch.spec}，${batch.warehouse}在库 ${there}。各仓库的这个批号随即不能销售，等质量部门另一人判定。`}</p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(body) => void deed.run({ body: { batch_id: batch.id, ...body } })}
      >
        <Form.Item name="number" label="不合格数量" rules={[{ required: true, message: '请填写数量' }]}>
          <InputNumber autoFocus min={1} max={there} precision={0} />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, min: 2, message: '请填写原因' }]}>
          <Input maxLength={200} placeholder="如 包装破损、受潮、变色、已过期" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Of a batch that lies there: what somebody doubts is held at once. */
export function ReportUnqualified({ batch }: { batch: StaffBatchWire }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const can = may('unqualified.report') && batch.available + batch.reserved > 0
  useKeys([{ key: 'U', what: '登记不合格', run: () => setOpen(true), when: can }])
  if (!can) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        登记不合格… <Kbd of="U" />
      </Button>
      {isOpen && <ReportDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}
