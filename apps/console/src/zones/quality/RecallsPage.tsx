import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Recalls = typeof import('#contract/recalls.ts')['staffRecallList']

const COLUMNS: Columns<Recalls> = [
  { title: '召回编号', dataIndex: 'no', render: (no: string) => <b>{no}</b> },
  { title: '商品', dataIndex: 'name' },
  { title: '规格', dataIndex: 'spec' },
  { title: '批号', dataIndex: 'batch_no' },
  { title: '级别', dataIndex: 'level_name' },
  {
    title: '状态',
    dataIndex: 'state',
    render: (_, { state, state_name }) => <StateTag tone={state === 'open' ? 'waiting' : 'closed'}>{state_name}</StateTag>,
  },
  { title: '原因', dataIndex: 'reason', ellipsis: true },
  { title: '发起', dataIndex: 'started_by' },
  { title: '启动时间', dataIndex: 'started_at', render: (at: string) => <When at={at} /> },
]

export default function RecallsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const start = () => void navigate('/quality/recalls/start/0')
  const canStart = may('recalls.run')
  useKeys([{ key: 'N', what: '启动召回', run: start, when: canStart }])
  return (
    <ListPage
      what="召回"
      list={calls.recalls}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '编号、批号、商品' },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'open', text: '召回中' },
            { value: 'closed', text: '已结束' },
          ],
        },
      ]}
      open={({ id }) => `quality/recalls/${id}`}
      actions={
        canStart && (
          <Button type="primary" onClick={start}>
            启动召回 <Kbd of="N" />
          </Button>
        )
      }
    />
  )
}
