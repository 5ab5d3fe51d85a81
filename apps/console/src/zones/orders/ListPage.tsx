import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import type { Filter } from '../../parts/Filters.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { readList, withChange } from '../../parts/list-state.ts'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrdersBar } from './OrdersBar.tsx'
import { TAB_NAMES, TONES, tabChange, tabOf } from './states.ts'

type List = typeof import('#contract/staff-orders.ts')['staffOrderList']

/** What a figure of a report asks for (zones/reports): shown as one, and put away as one. */
const BEHIND = {
  shipped_from: '发货自',
  shipped_to: '发货至',
  sold_province: '省份',
  sold_city: '城市',
  sold_manager: '客户经理',
  sold_type: '客户类型',
  top_category_id: '分类',
  maker_id: '生产厂家',
  goods_id: '商品',
  price_source: '价格',
} as const
const BEHIND_NAMES = Object.keys(BEHIND)
const isNumbered = (name: string): boolean => name.endsWith('_id') || name === 'price_source'

function behindText(params: URLSearchParams): string {
  const parts = Object.entries(BEHIND).flatMap(([name, text]) => {
    const value = params.get(name)
    return value === null ? [] : [isNumbered(name) ? `指定的${text}` : `${text} ${value}`]
  })
  return parts.length === 0 ? '' : `报表明细：${parts.join('，')}`
}

const columnsFor = (seesPrices: boolean): Columns<List> => [
  {
    title: '订单号',
    dataIndex: 'no',
    width: 150,
    render: (no: string, { id }) => (
      <Link className="link" to={`/orders/${id}`}>
        {no}
      </Link>
    ),
  },
  { title: '下单', dataIndex: 'created_at', width: 110, render: (at: string) => <When at={at} short /> },
  {
    title: '状态',
    dataIndex: 'status',
    width: 150,
    render: (_, row) => (
      <span className="row">
        <StateTag tone={TONES[row.status]}>{row.status_name}</StateTag>
        {row.held_at !== null && <StateTag tone="wrong">暂停</StateTag>}
        {row.short !== '' && <StateTag tone="waiting">报缺</StateTag>}
        {row.after_sale === 1 && <StateTag tone="waiting">售后</StateTag>}
      </span>
    ),
  },
  { title: '企业', dataIndex: 'company', width: 210, ellipsis: true },
  {
    title: '商品',
    dataIndex: 'goods',
    width: 225,
    ellipsis: true,
    render: (goods: string, { is_hm }) => (
      <>
        {is_hm === 1 && <span className="chip chip-warn">含麻</span>} {goods}
      </>
    ),
  },
  { title: '品种', dataIndex: 'line_count', align: 'right', width: 60 },
  { title: '件数', dataIndex: 'number', align: 'right', width: 70 },
  ...(seesPrices
    ? [
        {
          title: '金额',
          dataIndex: 'total',
          align: 'right' as const,
          width: 110,
          render: (total: string | null) => <Money yuan={total} strong />,
        },
      ]
    : []),
  { title: '发货仓', dataIndex: 'warehouse', width: 100 },
]

/** Everybody's orders; the tab, the filters and the page stand in the address. */
export default function OrdersPage() {
  const may = useMay()
  const seesPrices = may('orders.prices')
  const [params, setParams] = useSearchParams()
  const named = ['no', 'company', 'company_id', 'goods', 'from', 'to', 'warehouse_id', 'is_hm', 'min', 'max', ...BEHIND_NAMES]
  const { filters } = readList(params, named)
  const { data } = useAsk(calls.counts, { query: filters } as never, { keepFormer: true })
  const tab = tabOf(params)
  const tabs = data?.counts ?? []
  const choose = (key: string): void => setParams(withChange(params, tabChange(key)))
  useKeys(tabs.slice(0, 9).map(({ key, name }, at) => ({ key: String(at + 1), what: `只看${name}`, run: () => choose(key) })))
  const shown: readonly Filter[] = [
    { kind: 'search', name: 'no', text: '订单号开头', width: 130 },
    { kind: 'search', name: 'company', text: '企业名称', width: 130 },
    { kind: 'search', name: 'goods', text: '商品名称、编码', width: 140 },
    { kind: 'days', name: 'from', until: 'to', text: '下单' },
    {
      kind: 'choice',
      name: 'warehouse_id',
      text: '发货仓',
      choices: (data?.warehouses ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
    },
    { kind: 'choice', name: 'is_hm', text: '含麻', choices: [{ value: '1', text: '含麻订单' }], width: 90 },
    ...(seesPrices
      ? ([
          { kind: 'search', name: 'min', text: '金额 ≥', width: 110 },
          { kind: 'search', name: 'max', text: '金额 ≤', width: 110 },
        ] as const)
      : []),
  ]
  const fixed = Object.fromEntries(
    [...TAB_NAMES, ...BEHIND_NAMES].flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  const companyId = params.get('company_id')
  const behind = behindText(params)
  return (
    <>
      <nav className="bar bar-tabs" aria-label="订单状态">
        <div className="views">
          {tabs.map(({ key, name, count, is_more }, at) => (
            <button key={key} type="button" className={key === tab ? 'is-on' : ''} aria-pressed={key === tab} onClick={() => choose(key)}>
              {name} <small>{`${numberText(count)}${is_more === 1 ? '+' : ''}`}</small> {at < 9 && <Kbd of={String(at + 1)} />}
            </button>
          ))}
        </div>
        {companyId && (
          <Button size="small" onClick={() => setParams(withChange(params, { company_id: '' }))}>
            只看企业 {companyId} 的订单，取消
          </Button>
        )}
        {behind !== '' && (
          <Button size="small" onClick={() => setParams(withChange(params, Object.fromEntries(BEHIND_NAMES.map((name) => [name, '']))))}>
            {behind}，取消
          </Button>
        )}
      </nav>
      <ListPage
        what="订单"
        list={calls.list}
        columns={columnsFor(seesPrices)}
        cursor="before"
        filters={shown}
        fixed={{ ...fixed, ...(companyId && { company_id: companyId }) }}
        rowTone={(row: RowOf<List>) => (row.held_at !== null ? 'is-bad' : row.short ? 'is-warn' : '')}
        drawer={(row, close) => <OrderDrawer key={row.id} id={row.id} onClose={close} />}
        open={({ id }) => `orders/${id}`}
        bulk={(rows, clear, { query }) => (
          <OrdersBar
            ids={rows.map(({ id }) => id)}
            found={{ query, total: tabs.find(({ key }) => key === tab)?.count ?? rows.length }}
            onDone={clear}
          />
        )}
        exports={seesPrices}
      />
    </>
  )
}
