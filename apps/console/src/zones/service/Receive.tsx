import { Checkbox, Form, Input, InputNumber, Modal } from 'antd'
import { moneyText } from '#ui/yuan.ts'
import { numberText } from '../../parts/numbers.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import type { AfterSale } from './after-sale.ts'
import { calls } from './calls.ts'

interface Fields {
  lines: Record<string, { accepted: number; waste: boolean }>
  note?: string
}

/** The warehouse's word on what came back: how many of each line, and what may not be sold again; the refund follows. */
export function Receive({ sale, open, seesMoney, onClose }: { sale: AfterSale; open: boolean; seesMoney: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.refund, {
    done: '已验收，退款随即发起',
    outdates: [calls.afterSale, calls.afterSales, calls.refunds],
    form,
    onDone: onClose,
    onSubmitted: onClose,
  })
  const said = useSecondPerson('after_sale.refund')
  const isReturn = sale.kind === 'return'
  const submit = ({ lines, note }: Fields) => {
    const fewer = sale.lines.some(({ id, number }) => (lines[id]?.accepted ?? number) < number)
    if (fewer && !note?.trim()) {
      form.setFields([{ name: 'note', errors: ['实收少于申请，请写明原因'] }])
      return
    }
    void deed.run({
      params: { id: sale.id },
      body: {
        lines: sale.lines.map(({ id, number }) => ({
          id,
          accepted: lines[id]?.accepted ?? number,
          ...(lines[id]?.waste && { sellable: 0 }),
        })),
        ...(note?.trim() && { note: note.trim() }),
      },
    })
  }
  return (
    <Modal
      open={open}
      title={`验收 ${sale.no}`}
      okText={said(isReturn ? '验收并退款' : '核实并退款', sale.amount ?? undefined)}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      width={640}
      forceRender
    >
      <p className="reason-what">
        {sale.company}，{numberText(sale.number)} 件{seesMoney && sale.amount !== null ? `，预计退款 ${moneyText(sale.amount)}` : ''}
        。提交后按实收数量退款，不能撤回。
      </p>
      <Form
        form={form}
        onFinish={submit}
        initialValues={{ lines: Object.fromEntries(sale.lines.map(({ id, number }) => [id, { accepted: number, waste: false }])) }}
      >
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>商品</th>
              <th>批号</th>
              <th className="num">申请</th>
              <th>{isReturn ? '实收' : '核实'}</th>
              {isReturn && <th>不可再售</th>}
            </tr>
          </thead>
          <tbody>
            {sale.lines.map((line) => (
              <tr key={line.id}>
                <td>{line.name}</td>
                <td>{line.batch_no}</td>
                <td className="num">{numberText(line.number)}</td>
                <td>
                  <Form.Item noStyle name={['lines', String(line.id), 'accepted']}>
                    <InputNumber min={0} max={line.number} precision={0} aria-label={`${line.name} 实收`} />
                  </Form.Item>
                </td>
                {isReturn && (
                  <td>
                    <Form.Item noStyle name={['lines', String(line.id), 'waste']} valuePropName="checked">
                      <Checkbox aria-label={`${line.name} 不可再售`} />
                    </Form.Item>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        <Form.Item name="note" label="说明" style={{ marginTop: 12 }}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="实收少于申请时写明原因，客户可以看到" />
        </Form.Item>
        {isReturn && <p className="muted s12">质量问题、破损和冷链商品退回后一律不可再售。</p>}
      </Form>
      {deed.problem && <p className="bad">{deed.problem}</p>}
    </Modal>
  )
}
