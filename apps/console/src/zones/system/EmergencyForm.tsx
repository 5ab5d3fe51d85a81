import { Alert, Form, Input, InputNumber, Modal, Select } from 'antd'
import { EMERGENCY_MINUTES_MAX } from '#contract/constants.ts'
import { approvals } from '../../api/approvals.ts'
import { useAsk } from '../../api/ask.ts'
import { entrance } from '../../api/calls.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

interface Fields {
  word: string
  minutes: number
  reason: string
}

interface Props {
  open: boolean
  onClose: () => void
  /** What it is taken for, where that is known already. */
  word?: string
}

/** 应急授权: one word for oneself, for an hour at most, in everybody's sight. */
export function EmergencyForm({ open, onClose, word = '' }: Props) {
  const [form] = Form.useForm<Fields>()
  const roles = useAsk(calls.roles, {}, { enabled: open })
  const deed = useDeed(approvals.emergencyBegin, {
    done: '应急授权已生效，到时自动结束',
    // What one may do is more now; what stands half typed on the page stays there.
    outdates: [approvals.emergencies, approvals.rules, entrance.me],
    form,
    onDone: () => {
      form.resetFields()
      onClose()
    },
  })
  const words = Object.entries(Object.groupBy(roles.data?.permissions ?? [], ({ area }) => area)).map(([area, ofArea]) => ({
    label: area,
    options: (ofArea ?? []).map(({ word, name, side }) => ({ value: word, label: side === 'quality' ? `${name}（质量）` : name })),
  }))
  return (
    <Modal
      open={open}
      title="取得应急授权"
      okText="取得授权"
      okButtonProps={{ danger: true }}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      forceRender
    >
      <Alert
        type="warning"
        showIcon
        className="trouble"
        title="只用于等不到第二个人的时候"
        description="您得到一项权限，用它办事不需要另一人批准。所有管理员和审计立刻看到告警，每一步都标红记录；到时自动结束。质量权限不得由业务岗位行使。"
      />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ minutes: 30, ...(word && { word }) }}
        onFinish={(body) => void deed.run({ body })}
      >
        <Form.Item name="word" label="权限" rules={[{ required: true, message: '请选择一项权限' }]}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={words} placeholder="选择一项权限" loading={roles.isLoading} />
        </Form.Item>
        <Form.Item name="minutes" label="时长" rules={[{ required: true, message: '请填时长' }]}>
          <InputNumber min={5} max={EMERGENCY_MINUTES_MAX} precision={0} suffix="分钟" />
        </Form.Item>
        <Form.Item
          name="reason"
          label="理由"
          rules={[{ required: true, whitespace: true, min: 6, message: '请写明发生了什么、为什么不能等（至少 6 个字）' }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
