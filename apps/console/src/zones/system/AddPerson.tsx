import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { StaffRoleWire } from '#contract/staff-people.ts'
import { useMay } from '../../app/me.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { EmergencyForm } from './EmergencyForm.tsx'
import type { Handed } from './HandedPassword.tsx'

interface Props {
  open: boolean
  roles: readonly StaffRoleWire[]
  onPassword: (handed: Handed) => void
  onClose: () => void
}

interface Fields {
  username: string
  name: string
  roles: string[]
}

export function AddPerson({ open, roles, onPassword, onClose }: Props) {
  const may = useMay()
  const [isTaking, setTaking] = useState(false)
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.personAdd, {
    done: '',
    form,
    outdates: [calls.people, calls.roles],
    onDone: ({ person, password }) => {
      // Roles that decide what others may do wait for a second person.
      const waits = roles.filter(({ key }) => asked.includes(key) && !person.roles.some((one) => one.key === key))
      form.resetFields()
      onClose()
      onPassword({ username: person.username, password, waits: waits.map(({ name }) => name) })
    },
  })
  const asked: string[] = Form.useWatch('roles', form) ?? []
  // The first administrator of a shop has nobody beside him who could agree.
  const isAlone = deed.reason === 'NOBODY_TO_APPROVE' && may('system.break_glass')
  return (
    <Modal
      open={open}
      title="新增员工"
      okText="新增并取初始密码"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(body) => void deed.run({ body })}>
        {deed.problem && (
          <Alert
            type="error"
            showIcon
            title={deed.problem}
            className="trouble"
            action={
              isAlone && (
                <Button size="small" danger onClick={() => setTaking(true)}>
                  取得应急授权…
                </Button>
              )
            }
          />
        )}
        <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}>
          <Input autoFocus maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="username" label="账号" rules={[{ required: true, whitespace: true, message: '请填写账号' }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="roles" label="岗位" rules={[{ required: true, message: '至少选一个岗位' }]}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={roles.map(({ key, name }) => ({ value: key, label: name }))}
          />
        </Form.Item>
      </Form>
      {isAlone && <EmergencyForm open={isTaking} word="staff.manage" onClose={() => setTaking(false)} />}
    </Modal>
  )
}
