import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { DEAL_KINDS, OFFER_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { choicesOf, PlanState } from './PlanState.tsx'

type Deals = typeof import('#contract/deal-desk.ts')['staffDeals']

const COLUMNS: Columns<Deals> = [
  { title: '状态', dataIndex: 'state', width: 150, render: (_, row) => <PlanState of={row} /> },
  { title: '种类', dataIndex: 'kind_name', width: 110 },
  { title: '名称', dataIndex: 'name', ellipsis: true, width: 220, render: (name: string) => <b>{name}</b> },
  { title: '内容', dataIndex: 'text', ellipsis: true },
  { title: '开始', dataIndex: 'starts_at', width: 120, render: (at: string) => <When at={at} short /> },
  { title: '结束', dataIndex: 'ends_at', width: 150, render: (at: string) => (at === '' ? '长期' : <When at={at} />) },
  { title: '修改人', dataIndex: 'updated_by', width: 100, responsive: ['xxl'] },
]

export default function DealsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('offers.change')
  useKeys([{ key: 'N', what: '新建', run: () => navigate('/marketing/deals/new'), when: can }])
  return (
    <ListPage
      what="特价与抽奖"
      list={calls.deals}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '名称', width: 220 },
        { kind: 'choice', name: 'state', text: '状态', choices: choicesOf(OFFER_STATES) },
        { kind: 'choice', name: 'kind', text: '种类', choices: choicesOf(DEAL_KINDS) },
      ]}
      actions={
        can && (
          <Link to="/marketing/deals/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `marketing/deals/${id}`}
      empty="还没有特价、套餐、积分商品和抽奖"
    />
  )
}
