import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { BroadcastState } from '#contract/broadcasts.ts'
import { BROADCAST_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { BROADCAST_TONES } from './states.ts'

type Broadcasts = typeof import('#contract/broadcasts.ts')['staffBroadcasts']

const COLUMNS: Columns<Broadcasts> = [
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: BroadcastState) => <StateTag tone={BROADCAST_TONES[state]}>{BROADCAST_STATES[state]}</StateTag>,
  },
  { title: '标题', dataIndex: 'title', ellipsis: true, render: (title: string) => <b>{title}</b> },
  { title: '发给', dataIndex: 'audience', ellipsis: true },
  {
    title: '发送',
    dataIndex: 'due_at',
    width: 150,
    render: (at: string | null) => (at === null ? <span className="muted">批准后就发</span> : <When at={at} />),
  },
  {
    title: '已发 / 企业',
    dataIndex: 'sent',
    width: 120,
    align: 'right',
    render: (sent: number, { total }) => (total === 0 ? <span className="muted">—</span> : `${numberText(sent)} / ${numberText(total)}`),
  },
  { title: '修改人', dataIndex: 'updated_by', width: 100 },
  { title: '修改于', dataIndex: 'updated_at', width: 130, responsive: ['xl'], render: (at: string) => <When at={at} short /> },
]

export default function BroadcastsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('messages.send')
  useKeys([{ key: 'N', what: '新建群发消息', run: () => navigate('/marketing/broadcasts/new'), when: can }])
  return (
    <ListPage
      what="群发消息"
      list={calls.broadcasts}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '标题', width: 220 },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(BROADCAST_STATES).map(([value, text]) => ({ value, text })),
        },
      ]}
      actions={
        can && (
          <Link to="/marketing/broadcasts/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `marketing/broadcasts/${id}`}
      empty="还没有群发过消息"
    />
  )
}
