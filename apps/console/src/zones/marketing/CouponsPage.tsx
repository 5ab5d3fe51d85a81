import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { OFFER_STATES } from '#contract/constants.ts'
import type { OfferState } from '#contract/offer-desk.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { calls } from './calls.ts'
import { TONES } from './states.ts'

type Coupons = typeof import('#contract/coupon-desk.ts')['staffCoupons']

const COLUMNS: Columns<Coupons> = [
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: OfferState) => <StateTag tone={TONES[state]}>{OFFER_STATES[state]}</StateTag>,
  },
  { title: '优惠券', dataIndex: 'name', ellipsis: true, width: 200, render: (name: string) => <b>{name}</b> },
  { title: '优惠', dataIndex: 'text', ellipsis: true, width: 220 },
  { title: '商品', dataIndex: 'goods', ellipsis: true },
  { title: '客户', dataIndex: 'buyers', ellipsis: true, width: 130 },
  {
    title: '已发 / 总量',
    dataIndex: 'taken',
    width: 110,
    align: 'right',
    render: (taken: number, { quota }) => `${numberText(taken)} / ${quota === 0 ? '不限' : numberText(quota)}`,
  },
  { title: '有效期', dataIndex: 'validity', ellipsis: true, width: 190 },
  { title: '发放', dataIndex: 'taking', ellipsis: true, width: 220, responsive: ['xxl'] },
  { title: '修改人', dataIndex: 'updated_by', width: 90, responsive: ['xxl'] },
]

export default function CouponsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('offers.change')
  useKeys([{ key: 'N', what: '新建优惠券', run: () => navigate('/marketing/coupons/new'), when: can }])
  return (
    <ListPage
      what="优惠券"
      list={calls.coupons}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '优惠券名称', width: 220 },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(OFFER_STATES).map(([value, text]) => ({ value, text })),
        },
      ]}
      actions={
        can && (
          <Link to="/marketing/coupons/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `marketing/coupons/${id}`}
      empty="还没有优惠券"
    />
  )
}
