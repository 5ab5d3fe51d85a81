import { Form, Input, Modal } from 'antd'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import type { AfterSale } from './after-sale.ts'
import { calls } from './calls.ts'

interface Fields {
  receiver?: string
  phone?: string
  address?: string
}

const PARTS = ['receiver', 'phone', 'address'] as const

/** Passes an application; goods go back to the shop's own address, or to the one typed here. */
export function Approve({ sale, open, onClose }: { sale: AfterSale; open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.approve, {
    done: '已通过，客户可以看到下一步',
    outdates: [calls.afterSale, calls.afterSales, calls.refunds],
    form,
    onDone: onClose,
    onSubmitted: onClose,
  })
  const submit = (fields: Fields) => {
    const typed = PARTS.filter((one) => fields[one]?.trim())
    if (typed.length > 0 && typed.length < PARTS.length) {
      form.setFields(PARTS.filter((one) => !typed.includes(one)).map((name) => ({ name, errors: ['收件人、电话、地址须一起填写'] })))
      return
    }
    void deed.run({
      params: { id: sale.id },
      body: Object.fromEntries(typed.map((one) => [one, fields[one]?.trim() ?? ''])),
    })
  }
  return (
    <Modal
      open={open}
      title={`通过 ${sale.no}`}
      okText="通过"
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      forceRender
    >
      <p className="reason-what">
        {sale.company}：{sale.kind_name}，{numberText(sale.number)} 件，{sale.reason_name}。
        {sale.kind === 'return' ? '客户看到寄回地址后寄回商品。' : '仅退款，不寄回商品，由仓库核实后退款。'}
      </p>
      {sale.kind === 'return' && (
        <Form form={form} layout="vertical" onFinish={submit}>
          <p className="muted s12">留空：寄回到本公司设置的退货地址；寄往另一地址须另一人批准</p>
          <Form.Item name="receiver" label="收件人">
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="phone" label="电话">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="address" label="地址">
            <Input maxLength={120} />
          </Form.Item>
        </Form>
      )}
      {sale.kind !== 'return' && <Form form={form} onFinish={submit} />}
      {deed.problem && <p className="bad">{deed.problem}</p>}
    </Modal>
  )
}
