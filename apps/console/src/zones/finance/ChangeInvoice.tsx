import { Alert, Form, Input, Modal, Radio } from 'antd'
import { useEffect } from 'react'
import type { StaffInvoiceInfoWire } from '#contract/invoices.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

const SEND = 'Ctrl+Enter'

interface Fields {
  kind: 'special' | 'normal'
  name: string
  tax_no?: string
  address?: string
  phone?: string
  bank?: string
  account?: string
  reason: string
}
interface Props {
  invoice: StaffInvoiceInfoWire
  open: boolean
  onClose: () => void
}

const PARTS = [
  ['address', '地址', 100],
  ['phone', '电话', 30],
  ['bank', '开户行', 60],
  ['account', '账号', 40],
] as const

/** A change in the customer's place, who rang up: the invoice is taken back whole and issued anew, once another person agrees. */
export function ChangeInvoice({ invoice, open, onClose }: Props) {
  const [form] = Form.useForm<Fields>()
  const kind = Form.useWatch('kind', form)
  const deed = useDeed(calls.invoiceChange, {
    done: '换开申请已提出，由另一人审核后开具',
    outdates: [calls.invoices, calls.invoice, calls.invoiceRequests],
    form,
    onDone: onClose,
  })
  useEffect(() => {
    if (!open) return
    form.resetFields()
    form.setFieldsValue({ ...invoice.buyer, kind: invoice.kind === 'special' ? 'special' : 'normal' })
  }, [open, form, invoice])
  const submit = ({ tax_no = '', ...fields }: Fields): void =>
    void deed.run({ params: { id: invoice.id }, body: { ...fields, tax_no: tax_no.trim(), reason: fields.reason.trim() } })
  useKeys([{ key: SEND, what: '提出换开', run: form.submit }], open)
  return (
    <Modal
      open={open}
      title={`换开 ${invoice.number}`}
      okText={
        <>
          提交审核 <Kbd of={SEND} />
        </>
      }
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      width={560}
      forceRender
    >
      <p className="reason-what">
        {invoice.company} 订单 {invoice.order_no}：原发票余额全部冲红，另按下面的抬头开具。由另一人审核后开具，开出后不能撤回。
      </p>
      {open && deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="kind" label="种类">
          <Radio.Group
            options={[
              { value: 'normal', label: '普通发票' },
              { value: 'special', label: '增值税专用发票' },
            ]}
          />
        </Form.Item>
        <Form.Item name="name" label="抬头" rules={[{ required: true, whitespace: true, min: 2, message: '请填写发票抬头' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item
          name="tax_no"
          label="纳税人识别号"
          rules={[{ required: kind === 'special', whitespace: true, message: '开具专用发票需要纳税人识别号' }]}
        >
          <Input maxLength={20} />
        </Form.Item>
        <div className="pair">
          {PARTS.map(([name, label, maxLength]) => (
            <Form.Item key={name} name={name} label={label}>
              <Input maxLength={maxLength} />
            </Form.Item>
          ))}
        </div>
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, whitespace: true, min: 2, message: '请写明换开原因（至少 2 个字）' }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如：客户来电，抬头少写了门店名" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
