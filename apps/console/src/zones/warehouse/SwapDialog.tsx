import { Alert, Form, Input, InputNumber, Modal, Select } from 'antd'
import type { PickingPieceWire } from '#contract/picking.ts'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

interface Fields {
  batch_id: number
  number: number
  reason: string
}

export function SwapDialog({ order, piece, onClose }: { order: { id: number }; piece: PickingPieceWire; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.swap, { done: '批号已更换', form, outdates: [calls.packing, calls.pieces, calls.order], onDone: onClose })
  const [first] = piece.others
  return (
    <Modal
      open
      title={`换批号：${piece.name}，现 ${piece.batch_no}`}
      okText="换批号"
      cancelText="返回"
      okButtonProps={{ disabled: first === undefined }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      {first === undefined && <Alert type="warning" showIcon title="同仓没有可换的批号，请按 F4 报缺" />}
      {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ batch_id: first?.batch_id, number: piece.number }}
        onFinish={(body) => void deed.run({ params: { id: order.id }, body: { piece_id: piece.id, ...body } })}
      >
        <Form.Item name="batch_id" label="换为" rules={[{ required: true, message: '请选批号' }]}>
          <Select
            options={piece.others.map((one) => ({
              value: one.batch_id,
              label: `${one.batch_no}　至 ${one.expiry_date}　可用 ${numberText(one.available)}`,
            }))}
          />
        </Form.Item>
        <Form.Item name="number" label="数量">
          <InputNumber min={1} max={piece.number} precision={0} />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
          <Input autoFocus maxLength={60} placeholder="外箱破损、找不到…" onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
