import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { withChange } from '../../parts/list-state.ts'
import { ShareBar } from '../../parts/ShareBar.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { Views } from '../../parts/Views.tsx'
import { calls } from './calls.ts'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

type Expiry = typeof import('#contract/warehouse.ts')['staffExpiry']

const COLUMNS: Columns<Expiry> = [
  {
    title: '剩余',
    dataIndex: 'days_left',
    align: 'right',
    width: 90,
    render: (days: number) =>
      days < 0 ? <b className="bad">过期 {-days} 天</b> : <b className={days <= 30 ? 'bad' : days <= 90 ? 'w' : ''}>{days} 天</b>,
  },
  { title: '有效期至', dataIndex: 'expiry_date', width: 100 },
  { title: '商品', dataIndex: 'name', width: 230, ellipsis: true, render: (name: string, { spec }) => `${name} ${spec}` },
  { title: '厂家', dataIndex: 'maker', width: 180, ellipsis: true },
  { title: '批号', dataIndex: 'batch_no', width: 110, render: (no: string) => <b>{no}</b> },
  { title: '仓库', dataIndex: 'warehouse', width: 90, ellipsis: true },
  { title: '货位', dataIndex: 'place', width: 70 },
  {
    title: '可用',
    dataIndex: 'available',
    align: 'right',
    width: 90,
    render: (number: number, { unit }) => `${numberText(number)} ${unit}`,
  },
  { title: '占用', dataIndex: 'reserved', align: 'right', width: 60 },
  {
    title: '',
    key: 'marks',
    width: 100,
    render: (_, { locked, offered }) => (
      <span className="row">
        {locked === 1 && <StateTag tone="wrong">已锁定</StateTag>}
        {offered === 1 && <StateTag tone="moving">近效特价</StateTag>}
      </span>
    ),
  },
]

const NAMES: Readonly<Record<number, string>> = { 0: '已过期', 30: '30 天内', 90: '31–90 天', 180: '91–180 天' }

/** Opened by itself it begins where the first are: what has expired waits for somebody more than what will. */
export default function ExpiryPage() {
  const [params] = useSearchParams()
  const chosen = params.get('days')
  const warehouse = params.get('warehouse_id')
  const spans = useAsk(
    calls.expiry,
    { query: { days: 0, per_page: 1, ...(warehouse !== null && { warehouse_id: Number(warehouse) }) } },
    { enabled: chosen === null },
  )
  if (chosen !== null) return <Board days={chosen} />
  return <Loaded of={spans}>{(data) => <Board days={String(data.spans.find(({ batches }) => batches > 0)?.days ?? 30)} />}</Loaded>
}

/** By boxes, not by money. */
function Board({ days }: { days: string }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="批号"
      list={calls.expiry}
      columns={COLUMNS}
      cursor="after"
      fixed={{ days: Number(days) }}
      filters={warehouse}
      top={({ spans }) => (
        <>
          <ShareBar
            shares={spans.map(({ days: span, number }) => ({ key: `ends-${span}`, text: NAMES[span] ?? '', number }))}
            sum={(all) => `180 天内到期共 ${all} 件`}
          />
          <Views
            label="到期时间"
            views={spans.map(({ days: span, batches, number }) => ({
              key: String(span),
              text: NAMES[span] ?? '',
              note: `${numberText(batches)} 批 ${numberText(number)} 件`,
            }))}
            open={days}
            onOpen={(span) => setParams(withChange(params, { days: span }))}
          />
        </>
      )}
      {...(may('batches.view') && { open: (row: RowOf<Expiry>) => `warehouse/batches?keywords=${encodeURIComponent(row.batch_no)}` })}
      rowTone={({ days_left }) => (days_left < 0 ? 'is-bad' : days_left <= 30 ? 'is-warn' : '')}
      empty="没有到期的批号"
    />
  )
}
