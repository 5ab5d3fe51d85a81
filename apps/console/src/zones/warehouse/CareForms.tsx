import { Alert, Form, Input, InputNumber, Modal, Tag } from 'antd'
import type { CareRowWire } from '#contract/care.ts'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

/** What is usually written: looked at and nothing found. */
const FINE = '外观、包装、标签完好，无受潮、变色、虫蛀'
const MEASURES = ['通风', '除湿', '降温', '避光', '翻垛', '熏蒸、防虫']
const TROUBLES = ['包装破损', '受潮霉变', '变色、析出', '虫蛀、鼠咬', '标签脱落', '已过期']

interface Fields {
  number?: number
  doubted?: number
  appearance: string
  fault?: string
  measure?: string
}

function Choices({ of, onChoose }: { of: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <div className="chips">
      {of.map((one) => (
        <Tag.CheckableTag key={one} checked={false} onChange={() => onChoose(one)}>
          {one}
        </Tag.CheckableTag>
      ))}
    </div>
  )
}

function Texts({ onMeasure, onEnter, first = false }: { onMeasure: (text: string) => void; onEnter: () => void; first?: boolean }) {
  return (
    <>
      <Form.Item
        name="appearance"
        label="外观、包装等质量状况"
        rules={[{ required: true, whitespace: true, message: '请填写外观、包装的情况' }]}
      >
        <Input autoFocus={first} maxLength={100} onPressEnter={onEnter} />
      </Form.Item>
      <Form.Item name="measure" label="养护措施（没有可不填）" extra={<Choices of={MEASURES} onChoose={onMeasure} />}>
        <Input maxLength={100} onPressEnter={onEnter} />
      </Form.Item>
    </>
  )
}

/** Nothing is wrong with any of them; of one alone the number may be another than the books say. */
export function FineForm({ rows, onClose, onDone }: { rows: readonly CareRowWire[]; onClose: () => void; onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.careCheck, {
    done: ({ checked, passed_over }) => `已登记 ${checked} 个批号${passed_over > 0 ? `；${passed_over} 个今天已查过或没有库存，略过` : ''}`,
    form,
    outdates: [calls.care],
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const [only] = rows
  const isOne = rows.length === 1 && only !== undefined
  const save = ({ number, appearance, measure = '' }: Fields) =>
    void deed.run({
      body: { batches: rows.map(({ id }) => ({ id, ...(isOne && number !== undefined && { number }) })), appearance, measure },
    })
  return (
    <Modal
      open
      title={isOne ? `养护 ${only.batch_no}` : `养护 ${rows.length} 个批号`}
      okText="情况正常，登记"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={520}
    >
      <p>
        {isOne
          ? `${only.name} ${only.spec}，${only.warehouse}${only.place && ` ${only.place}`}在库 ${numberText(only.number)} ${only.unit}。`
          : '每个批号按在库的全部数量登记，质量状况都写成下面这样。有问题的请先取消勾选，单独登记。'}
      </p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ appearance: FINE, number: only?.number }} onFinish={save}>
        {isOne && (
          <Form.Item name="number" label="检查数量" rules={[{ required: true, message: '请填写数量' }]}>
            <InputNumber min={1} max={only.number} precision={0} />
          </Form.Item>
        )}
        <Texts first onEnter={form.submit} onMeasure={(text) => form.setFieldValue('measure', text)} />
      </Form>
    </Modal>
  )
}

/** Held at once in every warehouse; quality judges. */
export function FaultForm({ row, onClose, onDone }: { row: CareRowWire; onClose: () => void; onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.careFault, {
    done: ({ no, open_orders }) => `已登记 ${no}，批号已锁定${open_orders > 0 ? `，${open_orders} 张未发出的订单停下` : ''}`,
    form,
    outdates: [calls.care, calls.batches, calls.unqualified],
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const save = ({ number = 0, doubted = 0, appearance, fault = '', measure = '' }: Fields) =>
    void deed.run({ body: { batch_id: row.id, number, doubted, appearance, fault, measure } })
  return (
    <Modal
      open
      title={`养护发现问题 ${row.batch_no}`}
      okText="登记并锁定"
      okButtonProps={{ danger: true }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={520}
    >
      <p>{`${row.name} ${row.spec}，${row.warehouse}在库 ${numberText(row.number)} ${row.unit}。各仓库的这个批号随即不能销售，质量部门收到待判定的事项。`}</p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ number: row.number }} onFinish={save}>
        <div className="thirds">
          <Form.Item name="number" label="检查数量" rules={[{ required: true, message: '请填写数量' }]}>
            <InputNumber min={1} max={row.number} precision={0} />
          </Form.Item>
          <Form.Item name="doubted" label="可疑数量" rules={[{ required: true, message: '请填写数量' }]}>
            <InputNumber autoFocus min={1} max={row.number} precision={0} />
          </Form.Item>
        </div>
        <Form.Item
          name="fault"
          label="问题"
          rules={[{ required: true, whitespace: true, min: 2, message: '请写明发现的问题' }]}
          extra={<Choices of={TROUBLES} onChoose={(text) => form.setFieldValue('fault', text)} />}
        >
          <Input maxLength={180} />
        </Form.Item>
        <Texts onEnter={form.submit} onMeasure={(text) => form.setFieldValue('measure', text)} />
      </Form>
    </Modal>
  )
}
