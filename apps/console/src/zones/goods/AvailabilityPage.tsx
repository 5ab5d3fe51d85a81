import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { calls } from './calls.ts'

type Rules = typeof import('#contract/availability.ts')['staffAvailabilities']

const COLUMNS: Columns<Rules> = [
  { title: '可售范围', dataIndex: 'name', width: 260, render: (name: string) => <b>{name}</b> },
  {
    title: '种类',
    dataIndex: 'controlled',
    width: 90,
    render: (on: number) => (on === 1 ? <span className="chip chip-warn">控销</span> : <span className="chip">区域</span>),
  },
  { title: '卖给', dataIndex: 'text', ellipsis: true },
  { title: '项数', dataIndex: 'entries', align: 'right', width: 80 },
  {
    title: '商品',
    dataIndex: 'goods',
    align: 'right',
    width: 80,
    render: (goods: number, { id }) => (
      <Link className="link" to={`/goods/list?availability=${id}`} onClick={(event) => event.stopPropagation()}>
        {goods}
      </Link>
    ),
  },
  { title: '在售', dataIndex: 'on_shelf', align: 'right', width: 80 },
]

export default function AvailabilityPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('availability.change')
  useKeys([{ key: 'N', what: '新建可售范围', run: () => navigate('/goods/availability/new'), when: can }])
  return (
    <ListPage
      what="可售范围"
      list={calls.availabilities}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '名称', width: 220 },
        {
          kind: 'choice',
          name: 'controlled',
          text: '种类',
          choices: [
            { value: '1', text: '控销' },
            { value: '0', text: '区域' },
          ],
        },
      ]}
      actions={
        <>
          <Link to="/goods/why">
            <Button>为什么不能买…</Button>
          </Link>
          {can && (
            <Link to="/goods/availability/new">
              <Button type="primary" icon={<PlusOutlined />}>
                新建… <Kbd of="N" />
              </Button>
            </Link>
          )}
        </>
      }
      open={({ id }) => `goods/availability/${id}`}
      empty="还没有可售范围：没有写可售范围的商品，全部客户都能买"
    />
  )
}
