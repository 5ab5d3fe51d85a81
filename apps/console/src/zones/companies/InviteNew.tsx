import { Alert, Form, Input, Modal } from 'antd'
import { INVITED_DAYS } from '#contract/constants.ts'
import type { LettersWire } from '#contract/invitations.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

interface Fields {
  name: string
  contact?: string
  phone?: string
}

/** For a company that is not here yet: who holds the letter registers it. */
export function InviteNew({ onLetters, onClose }: { onLetters: (letters: LettersWire) => void; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.inviteNew, {
    done: '',
    form,
    outdates: [calls.invitations],
    onDone: (letters) => {
      onClose()
      onLetters(letters)
    },
  })
  return (
    <Modal open title="邀请新企业注册" okText="生成邀请信" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={460}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(body) => void deed.run({ body })}>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="name" label="企业全称" rules={[{ required: true, whitespace: true, message: '请填写营业执照上的企业全称' }]}>
          <Input autoFocus maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="contact" label="联系人">
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="phone"
          label="手机号"
          extra={`填了，只有知道这个手机号的人能用这封信，并用它登录；${INVITED_DAYS} 天内有效，用一次。`}
        >
          <Input maxLength={20} autoComplete="off" inputMode="tel" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
