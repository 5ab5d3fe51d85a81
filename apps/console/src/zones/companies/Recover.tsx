import { Alert, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import type { CompanyPersonWire } from '#contract/company-desk.ts'
import { RECOVERY_CHECKS, RECOVERY_HOURS } from '#contract/constants.ts'
import { CopyText } from '#ui/CopyText.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { untilText } from './letters.ts'

type Handed = DataOf<typeof import('#contract/company-desk.ts')['staffCompanyPersonRecover']>
interface Props {
  id: number
  person: CompanyPersonWire
  onClose: () => void
}

function Shown({ handed, onClose }: { handed: Handed; onClose: () => void }) {
  return (
    <Modal
      open
      title={`找回链接：${handed.name}`}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
      okText="已交给本人"
      width={460}
      mask={{ closable: false }}
      keyboard={false}
    >
      <Alert type="warning" showIcon title="只显示这一次，只交给核对过身份的本人。" className="trouble" />
      <div className="row recover">
        <img src={handed.qr} alt="找回链接的二维码" width={148} height={148} />
        <div>
          <p>
            账号 <b>{handed.username}</b>
          </p>
          <p>
            找回码 <code className="strong">{handed.code}</code> <CopyText text={handed.code} what="找回码" />
          </p>
          <p>
            链接 <CopyText text={handed.link} what="链接" />
            ，可用微信、邮件发给本人
          </p>
          <p className="muted">有效至 {untilText(handed.expires_at)}，用一次。设好新密码后，此账号的所有登录都会退出。</p>
        </div>
      </div>
    </Modal>
  )
}

/** For whom has forgotten the password and gets no code: first how the clerk knows who it is, then the link, shown once. */
export function Recover({ id, person, onClose }: Props) {
  const [form] = Form.useForm<{ checked: (typeof RECOVERY_CHECKS)[number]; reason: string }>()
  const [handed, setHanded] = useState<Handed | null>(null)
  const deed = useDeed(calls.recover, { done: '', form, outdates: [calls.people], onDone: setHanded })
  if (handed) return <Shown handed={handed} onClose={onClose} />
  return (
    <Modal
      open
      title={`发找回链接：${person.name}`}
      okText="生成找回链接"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={480}
    >
      <Form
        name="recover"
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(body) => void deed.run({ params: { id, account: person.id }, body })}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <p className="reason-what">
          {person.name}（{person.username}）凭链接设置新密码，{RECOVERY_HOURS} 小时内有效。企业随即收到消息；之前发的链接失效。
        </p>
        <Form.Item name="checked" label="怎么确认是本人" rules={[{ required: true, message: '请先核对身份' }]}>
          <Radio.Group options={RECOVERY_CHECKS.map((value) => ({ value, label: value }))} vertical />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="记入操作记录，事后可查" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
