import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { OFFER_KINDS, OFFER_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { choicesOf, PlanState } from './PlanState.tsx'

type Offers = typeof import('#contract/offer-desk.ts')['staffOffers']

const COLUMNS: Columns<Offers> = [
  {
    title: '状态',
    dataIndex: 'state',
    width: 150,
    render: (_, row) => <PlanState of={row} />,
  },
  { title: '种类', dataIndex: 'kind_name', width: 90 },
  { title: '活动', dataIndex: 'name', ellipsis: true, width: 220, render: (name: string) => <b>{name}</b> },
  { title: '条款', dataIndex: 'text', ellipsis: true },
  { title: '商品', dataIndex: 'goods', ellipsis: true, width: 170 },
  { title: '客户', dataIndex: 'buyers', ellipsis: true, width: 130 },
  { title: '开始', dataIndex: 'starts_at', width: 120, render: (at: string) => <When at={at} short /> },
  { title: '结束', dataIndex: 'ends_at', width: 120, render: (at: string) => <When at={at} short /> },
  { title: '修改人', dataIndex: 'updated_by', width: 100, responsive: ['xxl'] },
]

export default function OffersPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('offers.change')
  useKeys([{ key: 'N', what: '新建活动', run: () => navigate('/marketing/offers/new'), when: can }])
  return (
    <ListPage
      what="活动"
      list={calls.offers}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '活动名称', width: 220 },
        { kind: 'choice', name: 'state', text: '状态', choices: choicesOf(OFFER_STATES) },
        { kind: 'choice', name: 'kind', text: '种类', choices: choicesOf(OFFER_KINDS) },
      ]}
      actions={
        can && (
          <Link to="/marketing/offers/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `marketing/offers/${id}`}
      empty="还没有活动"
    />
  )
}
