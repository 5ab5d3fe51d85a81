import { Button } from 'antd'
import { Link } from 'react-router'
import { urlOf } from '#api-client/request.ts'
import { PRICE_ROW_STATES } from '#contract/constants.ts'
import type { PriceListWire, PriceRowState, PriceRowWire } from '#contract/price-lists.ts'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

type Rows = typeof import('#contract/price-lists.ts')['staffPriceListRows']

const TONES: Readonly<Record<PriceRowState, Tone>> = {
  ready: 'moving',
  wrong: 'wrong',
  same: 'closed',
  done: 'done',
  left: 'wrong',
  back: 'closed',
  kept: 'wrong',
}
const KINDS = [
  { value: 'base', text: '基准价' },
  { value: 'rank', text: '等级价' },
  { value: 'company', text: '客户价' },
]

function Change({ of: { change, before, after, state } }: { of: PriceRowWire }) {
  if (state === 'wrong' || state === 'same') return <span className="muted">—</span>
  if (before === null) return <span className="chip">新定</span>
  if (after === null) return <span className="chip">取消</span>
  const isFall = change.startsWith('-')
  return <span className={`nowrap ${isFall ? 'ok' : 'bad'}`}>{isFall ? `↓ ${change.slice(1)}%` : `↑ ${change}%`}</span>
}

const columnsOf = (mostCut: number): Columns<Rows> => [
  { title: '行', dataIndex: 'id', width: 60, className: 'muted' },
  { title: '编码', dataIndex: 'code', width: 120 },
  {
    title: '商品',
    dataIndex: 'name',
    ellipsis: true,
    render: (name: string, { goods_id: goods }) =>
      goods === 0 ? (
        <span className="muted">—</span>
      ) : (
        <Link className="link" to={`/goods/list/${goods}?tab=prices`}>
          {name}
        </Link>
      ),
  },
  { title: '规格', dataIndex: 'spec', width: 130, ellipsis: true },
  { title: '种类', dataIndex: 'kind_name', width: 80 },
  { title: '等级、客户', dataIndex: 'of', width: 150, ellipsis: true, render: (of: string) => of || <span className="muted">—</span> },
  { title: '原价', dataIndex: 'before', align: 'right', width: 100, render: (yuan: string | null) => <Money yuan={yuan} /> },
  {
    title: '新价',
    dataIndex: 'after',
    align: 'right',
    width: 100,
    render: (yuan: string | null, { state, said_price: said }) =>
      yuan === null && state === 'wrong' ? <span className="bad">{said || '—'}</span> : <Money yuan={yuan} strong />,
  },
  { title: '变动', dataIndex: 'change', align: 'right', width: 90, sorter: true, render: (_, row) => <Change of={row} /> },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (_, { state, state_name: text }) => <StateTag tone={TONES[state]}>{text}</StateTag>,
  },
  {
    title: '提示',
    key: 'flags',
    width: 220,
    render: (_, { large, below, low, note }) => (
      <span className="row">
        {large === 1 && <span className="chip chip-warn">变动超过 {mostCut}%</span>}
        {below === 1 && <span className="chip chip-bad">低于成本价或底价</span>}
        {low === 1 && <span className="chip chip-bad">活动价低于成本价或底价</span>}
        {note && <span className="bad s12">{note}</span>}
      </span>
    ),
  },
]

/** The whole list as rows to page through; while it is a draft, rows can be taken out. */
export function PriceListRows({ list, isOpen }: { list: PriceListWire; isOpen: boolean }) {
  const drop = useDeed(calls.priceListDrop, { done: '已删除', outdates: [calls.priceList, calls.priceListRows, calls.priceLists] })
  const flags = [
    { value: 'large', text: `变动超过 ${list.most_cut}%` },
    ...(list.below === null
      ? []
      : [
          { value: 'below', text: '低于成本价或底价' },
          { value: 'low', text: '活动价低于成本价或底价' },
        ]),
  ]
  const sheet = (state?: PriceRowState) =>
    urlOf('/api/staff/price_list/:id/sheet', { params: { id: list.id }, query: state === undefined ? {} : { state } })
  const failed = (['wrong', 'left', 'kept'] as const).filter((state) => (list.counts[state] ?? 0) > 0)
  return (
    <ListPage
      what="行"
      list={calls.priceListRows}
      params={{ id: list.id }}
      exports={false}
      columns={columnsOf(list.most_cut)}
      filters={[
        { kind: 'search', name: 'keywords', text: '商品编码、名称' },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(PRICE_ROW_STATES).map(([value, text]) => ({ value, text })),
        },
        { kind: 'choice', name: 'kind', text: '种类', choices: KINDS },
        { kind: 'choice', name: 'flag', text: '提示', choices: flags },
      ]}
      actions={
        <span className="row">
          {isOpen && (list.counts.wrong ?? 0) > 0 && (
            <Button size="small" loading={drop.isBusy} onClick={() => void drop.run({ params: { id: list.id }, body: { state: 'wrong' } })}>
              删除有误的行
            </Button>
          )}
          {failed.map((state) => (
            <DownloadButton key={state} url={sheet(state)}>{`下载${PRICE_ROW_STATES[state]}的行`}</DownloadButton>
          ))}
          {list.rows > 0 && <DownloadButton url={sheet()}>下载全部</DownloadButton>}
        </span>
      }
      {...(isOpen && {
        bulk: (rows: readonly PriceRowWire[], clear: () => void) => (
          <Button
            size="small"
            danger
            loading={drop.isBusy}
            onClick={() =>
              void drop.run({ params: { id: list.id }, body: { lines: rows.map(({ id }) => id) } }).then((done) => done && clear())
            }
          >
            删除
          </Button>
        ),
      })}
      {...(list.under_way !== '' && { every: 2_000 })}
      rowTone={({ state, below, low }) =>
        state === 'wrong' || state === 'left' || state === 'kept' ? 'is-bad' : below + low > 0 ? 'is-warn' : ''
      }
      empty="还没有行：在“调价单”里上传文件，或粘贴几行"
    />
  )
}
