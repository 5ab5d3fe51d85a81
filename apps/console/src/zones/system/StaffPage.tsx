import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { AddPerson } from './AddPerson.tsx'
import { calls } from './calls.ts'
import { type Handed, HandedPassword } from './HandedPassword.tsx'
import { PersonDrawer } from './PersonDrawer.tsx'
import { STATES } from './person-deeds.ts'

type People = typeof import('#contract/staff-people.ts')['staffPeople']

const COLUMNS: Columns<People> = [
  { title: '姓名', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '账号', dataIndex: 'username' },
  { title: '岗位', dataIndex: 'roles', render: (_, { roles }) => roles.map(({ name }) => name).join('、') },
  { title: '状态', dataIndex: 'state', render: (_, { state }) => <StateTag tone={STATES[state].tone}>{STATES[state].text}</StateTag> },
  { title: '二次验证', dataIndex: 'factor', render: (factor: number) => (factor === 1 ? '已设置' : <span className="w">未设置</span>) },
  { title: '登录中', dataIndex: 'sessions', align: 'right' },
  { title: '最近使用', dataIndex: 'last_seen_at', render: (at: string) => <When at={at} empty="从未登录" /> },
]

export default function StaffPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const { data } = useAsk(calls.roles, {})
  const roles = data?.list ?? []
  const [handed, setHanded] = useState<Handed | null>(null)
  const canAdd = may('staff.manage')
  const add = (open: boolean): void => {
    const next = new URLSearchParams(params)
    if (open) next.set('new', '1')
    else next.delete('new')
    setParams(next, { replace: true })
  }
  useKeys([{ key: 'N', what: '新增员工', run: () => add(true), when: canAdd }])
  return (
    <>
      <ListPage
        what="员工"
        list={calls.people}
        columns={COLUMNS}
        filters={[
          { kind: 'search', name: 'keywords', text: '姓名、账号' },
          { kind: 'choice', name: 'state', text: '状态', choices: Object.entries(STATES).map(([value, { text }]) => ({ value, text })) },
          { kind: 'choice', name: 'role', text: '岗位', choices: roles.map(({ key, name }) => ({ value: key, text: name })) },
        ]}
        actions={
          canAdd && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => add(true)}>
              新增员工
            </Button>
          )
        }
        drawer={(person, close) => <PersonDrawer key={person.id} person={person} roles={roles} onPassword={setHanded} onClose={close} />}
      />
      <AddPerson open={canAdd && params.get('new') === '1'} roles={roles} onClose={() => add(false)} onPassword={setHanded} />
      <HandedPassword of={handed} onClose={() => setHanded(null)} />
    </>
  )
}
