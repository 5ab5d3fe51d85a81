import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { PRICE_LIST_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { LIST_TONES } from './price-list-draft.ts'

type Lists = typeof import('#contract/price-lists.ts')['staffPriceLists']

const COLUMNS: Columns<Lists> = [
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (_, { state, state_name: text }) => <StateTag tone={LIST_TONES[state]}>{text}</StateTag>,
  },
  { title: '编号', dataIndex: 'id', align: 'right', width: 70 },
  { title: '调价单', dataIndex: 'name', ellipsis: true, render: (name: string) => <b>{name}</b> },
  { title: '生效时间', dataIndex: 'starts_at', width: 150, render: (at: string) => (at === '' ? '批准后立即' : <When at={at} />) },
  { title: '会改的价', dataIndex: 'ready', align: 'right', width: 100 },
  {
    title: '有误的行',
    dataIndex: 'wrong',
    align: 'right',
    width: 100,
    render: (wrong: number) => (wrong === 0 ? <span className="muted">—</span> : <span className="bad">{numberText(wrong)}</span>),
  },
  {
    title: '生效于',
    dataIndex: 'applied_at',
    width: 150,
    render: (at: string) => (at === '' ? <span className="muted">—</span> : <When at={at} />),
  },
  { title: '修改人', dataIndex: 'updated_by', width: 100 },
  { title: '修改于', dataIndex: 'updated_at', width: 120, render: (at: string) => <When at={at} short />, responsive: ['xxl'] },
]

const STATES = Object.entries(PRICE_LIST_STATES).map(([value, text]) => ({ value, text }))

export default function PriceListsPage() {
  const navigate = useNavigate()
  const can = useMay()('prices.change')
  useKeys([{ key: 'N', what: '新建调价单', run: () => navigate('/goods/price-lists/new'), when: can }])
  return (
    <ListPage
      what="调价单"
      list={calls.priceLists}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '名称、编号' },
        { kind: 'choice', name: 'state', text: '状态', choices: STATES },
      ]}
      actions={
        can && (
          <Link to="/goods/price-lists/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建调价单 <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `goods/price-lists/${id}`}
      empty="还没有调价单：一批价格写在一张单上，另一人批准后到时间一起生效，可以整单回滚"
    />
  )
}
