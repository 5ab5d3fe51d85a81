import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { UpstreamEnd } from './UpstreamEnd.tsx'
import { UPSTREAM_TONES } from './upstream-rules.ts'
import { useUpstreamViews } from './useUpstreamViews.tsx'
import './quality.css'

type FirstGoods = typeof import('#contract/upstream.ts')['staffFirstGoods']

const COLUMNS: Columns<FirstGoods> = [
  {
    title: '品种',
    dataIndex: 'name',
    ellipsis: true,
    width: 220,
    render: (name: string, { spec }) => (
      <>
        <b>{name}</b> <span className="muted">{spec}</span>
      </>
    ),
  },
  { title: '编码', dataIndex: 'code', width: 110 },
  {
    title: '首营',
    dataIndex: 'state_name',
    width: 150,
    render: (text: string, { state, open_state }) => (
      <span className="row">
        <StateTag tone={UPSTREAM_TONES[state]}>{text}</StateTag>
        {state === 'passed' && open_state !== '' && <span className="chip chip-warn">续审中</span>}
      </span>
    ),
  },
  { title: '首营至', dataIndex: 'until', width: 160, render: (_, row) => <UpstreamEnd of={row} /> },
  { title: '生产企业', dataIndex: 'manufacturer', ellipsis: true },
  { title: '批准文号', dataIndex: 'approval_no', width: 150 },
  { title: '供货单位', dataIndex: 'supplier', ellipsis: true, render: (name: string) => name || <span className="muted">—</span> },
  { title: '申请人', dataIndex: 'applied_by', width: 80 },
  { title: '申请于', dataIndex: 'applied_at', width: 110, render: (at: string | null) => <When at={at} short /> },
]

/** Goods that clerks entered: not on the shelf and not received before both steps have passed. */
export default function FirstGoodsPage() {
  const { view, views, filters } = useUpstreamViews('changed')
  return (
    <>
      {views}
      <ListPage
        key={view.key}
        what="首营品种"
        list={calls.firstGoods}
        fixed={view.query}
        columns={COLUMNS}
        filters={[{ kind: 'search', name: 'keywords', text: '品种、编码、批准文号、厂家、供货单位', width: 280 }, ...filters]}
        rowKey={({ goods_id }) => goods_id}
        open={({ goods_id }) => `quality/first-goods/${goods_id}`}
        rowTone={({ state, days_left }) => (state === 'ended' ? 'is-bad' : days_left !== null && days_left <= 60 ? 'is-warn' : '')}
        top={({ taken_over }) => (
          <p className="bar bar-soft muted s12">
            另有 {numberText(taken_over)} 个品种是沿用的：启用本流程之前已在商城，或随企业文件导入，不在此名单
          </p>
        )}
        empty={view.key === '' ? '没有新品种：商品建档后在这里办理首营' : '没有在等的品种'}
      />
    </>
  )
}
