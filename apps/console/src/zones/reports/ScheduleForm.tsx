import { Alert, Form, Input, Modal, Select } from 'antd'
import type { ReportName } from '#contract/figures.ts'
import { useAsk } from '../../api/ask.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

export const EVERY = [
  { value: 'day', label: '每天（昨天的）' },
  { value: 'week', label: '每周（上周一到周日的）' },
  { value: 'month', label: '每月（上个月的）' },
] as const

interface Fields {
  name: string
  every: 'day' | 'week' | 'month'
  recipients: number[]
}

interface Props {
  title: string
  report: ReportName
  /** Its grouping and filters, as the page has them. */
  query: Readonly<Record<string, string>>
  onClose: () => void
}

/** The report of this page, with its filters, to chosen people by itself. */
export function ScheduleForm({ title, report, query, onClose }: Props) {
  const [form] = Form.useForm<Fields>()
  const { data } = useAsk(calls.schedules, {})
  const deed = useDeed(calls.scheduleAdd, { done: '已设置，每天 8 点后发送', form, outdates: [calls.schedules], onDone: onClose })
  const { from: _from, to: _to, cols: _cols, view: _view, ...kept } = query
  return (
    <Modal open title={`定时发送${title}`} okText="保存" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={460}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: title, every: 'week' }}
        onFinish={(body) => void deed.run({ body: { ...body, report, query: kept } })}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input autoFocus maxLength={40} />
        </Form.Item>
        <Form.Item name="every" label="多久一次">
          <Select options={[...EVERY]} />
        </Form.Item>
        <Form.Item
          name="recipients"
          label="发给"
          rules={[{ required: true, message: '请选择收件人' }]}
          extra="只列有报表权限的人；消息在“收到的报表”里，工作台会提醒。"
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={(data?.people ?? []).map(({ id, name, roles }) => ({ value: id, label: `${name}（${roles}）` }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
