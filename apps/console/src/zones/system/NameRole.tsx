import { Alert, Form, Input, Modal, Select } from 'antd'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import type { Role } from './roles-draft.ts'

interface Props {
  /** null: a new one. */
  role: Role | null
  roles: readonly Role[]
  onClose: () => void
}

interface Fields {
  name: string
  like?: string
  reason: string
}

/** A new role, which begins with the permissions of another; or another name for one. */
export function NameRole({ role, roles, onClose }: Props) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.roleSave, {
    done: role ? '已改名' : '岗位已新增',
    form,
    outdates: [calls.roles, calls.people],
    onDone: onClose,
  })
  const submit = ({ name, like, reason }: Fields): void => {
    const permissions = role?.permissions ?? roles.find(({ key }) => key === like)?.permissions ?? []
    void deed.run({ body: { key: role?.key ?? '', name, permissions, reason, version: role?.version ?? 0 } })
  }
  return (
    <Modal
      open
      title={role ? `岗位“${role.name}”改名` : '新岗位'}
      okText={role ? '改名' : '新增'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ name: role?.name ?? '' }} onFinish={submit}>
        {(deed.problem || deed.meanwhile) && (
          <Alert type="error" showIcon title={deed.problem || '您打开之后，别人改过这个岗位。请关闭后重新打开。'} className="trouble" />
        )}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input autoFocus maxLength={20} />
        </Form.Item>
        {role === null && (
          <Form.Item name="like" label="权限先与哪个岗位相同" rules={[{ required: true, message: '请选一个岗位，之后在表中增减' }]}>
            <Select options={roles.map(({ key, name }) => ({ value: key, label: name }))} />
          </Form.Item>
        )}
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
