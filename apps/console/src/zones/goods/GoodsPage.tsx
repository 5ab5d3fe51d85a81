import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { GOODS_LACKS, SHELF_NAMES } from '#contract/constants.ts'
import type { GoodsDeskRow } from '#contract/goods-desk.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { BulkBar, type Found } from '../../parts/BulkBar.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { outcomeOf } from '../../parts/outcome.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'
import { choicesOf } from './category-tree.ts'
import { CELLS, type Cell, cellsOf, countOf, type Draft, type Drafts, faultOf, saidOf, standsIn, typedInto, withRows } from './drafts.ts'
import { GoodsDrawer } from './GoodsDrawer.tsx'
import { SHELF_TONES } from './states.ts'
import { useBulk } from './useBulk.tsx'
import './goods.css'
import { numberText } from '../../parts/numbers.ts'

type Records = typeof import('#contract/goods-desk.ts')['staffGoodsRecords']

const STATES = Object.entries(SHELF_NAMES).map(([value, text]) => ({ value, text }))
const LACKS = Object.entries(GOODS_LACKS).map(([value, text]) => ({ value, text }))
const MAKERS_SHOWN = 100

/** Saving many cells: what stands in the way of each goods, in words. */
function useSaveCells(onSaved: (id: number, cells: readonly Cell[]) => void) {
  const api = useApi()
  const queries = useQueryClient()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const sentenceOf = (error: unknown): string => {
    const outcome = outcomeOf(error)
    if (outcome.kind === 'meanwhile') return '别人刚刚改过，现在的值已显示在格子里；仍要以您的为准，请再保存一次'
    return outcome.kind === 'signed-out' ? '请重新登录' : outcome.sentence
  }
  async function saveOne({ row, ...draft }: Draft, reason: string): Promise<void> {
    if (draft.base_price !== undefined) {
      await api.ask(calls.basePrice, { params: { id: row.id }, body: { price: draft.base_price, reason, version: row.price_version } })
      onSaved(row.id, ['base_price'])
    }
    if (draft.min_number === undefined && draft.mid_pack === undefined) return
    const lots = { min_number: Number(draft.min_number ?? row.min_number), mid_pack: Number(draft.mid_pack ?? row.mid_pack) }
    await api.ask(calls.lots, { params: { id: row.id }, body: { ...lots, splittable: row.splittable, version: row.version } })
    onSaved(row.id, ['min_number', 'mid_pack'])
  }
  async function save(drafts: Drafts, reason: string): Promise<void> {
    setBusy(true)
    const failed = new Map<number, string>()
    for (const draft of drafts.values()) {
      try {
        await saveOne(draft, reason)
      } catch (error) {
        failed.set(draft.row.id, `${draft.row.name}：${sentenceOf(error)}`)
      }
    }
    setProblems(failed)
    await outdate(queries, [calls.records, calls.record, calls.prices, calls.priceHistory, calls.history])
    setBusy(false)
    const done = drafts.size - failed.size
    if (done > 0) void message.success(`${done} 种商品已保存${failed.size > 0 ? `，${failed.size} 种没有保存` : ''}`)
  }
  return { save, isBusy, problems, forget: () => setProblems(new Map()) }
}

/** Keeps what was typed on top of rows that were read anew. */
function FollowRows({ rows, drafts, onChange }: { rows: readonly GoodsDeskRow[]; drafts: Drafts; onChange: (drafts: Drafts) => void }) {
  useEffect(() => {
    const next = withRows(drafts, rows)
    if (next !== drafts) onChange(next)
  }, [rows, drafts, onChange])
  return null
}

export default function GoodsPage() {
  const may = useMay()
  const [params] = useSearchParams()
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const categories = useAsk(calls.categories, {})
  const makers = useAsk(calls.makers, { query: { per_page: MAKERS_SHOWN } })
  const saving = useSaveCells((id, cells) =>
    setDrafts((now) => {
      const draft = now.get(id)
      if (draft === undefined) return now
      const next = new Map(now)
      const left: Draft = { ...draft }
      for (const cell of cells) delete left[cell]
      if (cellsOf(left).length === 0) next.delete(id)
      else next.set(id, left)
      return next
    }),
  )
  const reason = useReason()
  const many = useBulk()
  const count = countOf(drafts)
  const faults = [...drafts.values()].flatMap((draft) =>
    cellsOf(draft).flatMap((cell) => {
      const fault = faultOf(cell, draft[cell] ?? '')
      return fault ? [`${draft.row.name} ${CELLS[cell]}${fault}`] : []
    }),
  )
  const forget = (): void => {
    setDrafts(new Map())
    saving.forget()
  }
  const ask = (): void => {
    if (count === 0 || faults.length > 0) return
    const hasPrices = [...drafts.values()].some((draft) => draft.base_price !== undefined)
    reason.ask({
      title: `保存 ${drafts.size} 种商品的 ${count} 格`,
      what: [...drafts.values()].map((draft) => <p key={draft.row.id}>{saidOf(draft)}</p>),
      ok: '保存',
      bare: !hasPrices,
      usual: ['随行就市', '供价调整', '活动结束恢复'],
      run: async (text) => {
        await saving.save(drafts, text)
        return true
      },
    })
  }
  useKeys([
    { key: 'Ctrl+S', what: '保存改过的格子', run: ask, when: count > 0 },
    { key: 'N', what: '新建商品', run: () => document.querySelector<HTMLAnchorElement>('#new-goods')?.click(), when: may('goods.change') },
  ])
  const cell = (row: GoodsDeskRow, name: Cell, can: boolean) => {
    const typed = drafts.get(row.id)?.[name]
    const stands = standsIn(row, name)
    if (!can) return name === 'base_price' ? <Money yuan={row.base_price} /> : stands
    return (
      <span className={typed === undefined ? 'cell' : 'cell dirty'}>
        {typed !== undefined && <s className="cell-was">{stands || '无'}</s>}
        <Input
          size="small"
          variant={typed === undefined ? 'borderless' : 'outlined'}
          className="cell-edit"
          status={typed !== undefined && faultOf(name, typed) ? 'error' : ''}
          aria-label={`${row.name} ${CELLS[name]}`}
          placeholder="未定"
          value={typed ?? stands}
          onChange={({ target }) => setDrafts((now) => typedInto(now, row, name, target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDrafts((now) => typedInto(now, row, name, stands))
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </span>
    )
  }
  const canPrice = may('prices.change')
  const canChange = may('goods.change')
  const columns: Columns<Records> = [
    { title: '编码', dataIndex: 'code', width: 96 },
    {
      title: '商品',
      dataIndex: 'name',
      render: (_, row) => (
        <span className="goods-cell">
          <img src={row.image} alt="" loading="lazy" />
          <span className="ell">
            <Link to={`/goods/list/${row.id}`} className="strong">
              {row.name}
            </Link>{' '}
            <small className="muted">{row.spec}</small>
          </span>
        </span>
      ),
    },
    {
      title: '生产企业',
      dataIndex: 'manufacturer',
      render: (name: string) => (
        <span className="ell goods-maker" title={name}>
          {name}
        </span>
      ),
    },
    ...(may('prices.view')
      ? ([
          { title: '基准价', key: 'base_price', align: 'right', width: 124, render: (_, row) => cell(row, 'base_price', canPrice) },
        ] as Columns<Records>)
      : []),
    { title: '起订', key: 'min_number', align: 'right', width: 100, render: (_, row) => cell(row, 'min_number', canChange) },
    { title: '中包装', key: 'mid_pack', align: 'right', width: 100, render: (_, row) => cell(row, 'mid_pack', canChange) },
    {
      title: '可售',
      dataIndex: 'available',
      align: 'right',
      width: 80,
      render: (available: number) => <span className={available === 0 ? 'bad' : ''}>{numberText(available)}</span>,
    },
    {
      title: '状态',
      dataIndex: 'state',
      width: 110,
      render: (_, row) => <StateTag tone={SHELF_TONES[row.state]}>{row.state_name}</StateTag>,
    },
  ]
  const makerChoices = (makers.data?.list ?? []).map(({ id, name }) => ({ value: String(id), text: name }))
  const maker = params.get('manufacturer')
  if (maker && !makerChoices.some(({ value }) => value === maker)) makerChoices.unshift({ value: maker, text: '所选厂家' })
  return (
    <div className="list">
      <ListPage
        what="商品"
        list={calls.records}
        columns={columns}
        filters={[
          { kind: 'search', name: 'keywords', text: '名称、首字母、编码、文号、条码、厂家', width: 220 },
          {
            kind: 'choice',
            name: 'category',
            text: '分类',
            width: 92,
            choices: choicesOf(categories.data?.list ?? []).map(({ value, label }) => ({ value: String(value), text: label })),
          },
          { kind: 'choice', name: 'manufacturer', text: '厂家', width: 92, choices: makerChoices },
          { kind: 'choice', name: 'state', text: '状态', width: 92, choices: STATES },
          { kind: 'choice', name: 'lacks', text: '缺什么', width: 92, choices: LACKS },
        ]}
        actions={
          canChange && (
            <Link id="new-goods" to="/goods/list/new">
              <Button type="primary" icon={<PlusOutlined />}>
                新商品 <Kbd of="N" />
              </Button>
            </Link>
          )
        }
        top={(data) => (
          <>
            <FollowRows rows={data.list} drafts={drafts} onChange={setDrafts} />
            {[...saving.problems].map(([id, problem]) => (
              <Alert key={id} banner type="error" title={problem} />
            ))}
          </>
        )}
        {...(canChange && {
          bulk: (rows: readonly GoodsDeskRow[], clear: () => void, found: Found) => (
            <BulkBar
              what="商品"
              choices={many}
              ids={rows.map(({ id }) => id)}
              found={found}
              outdates={[calls.records, calls.record]}
              onDone={clear}
            />
          ),
        })}
        rowTone={({ id, state }) => (saving.problems.has(id) ? 'is-bad' : state === 'stopped' || state === 'barred' ? 'is-warn' : '')}
        drawer={(goods, close) => <GoodsDrawer key={goods.id} goods={goods} onClose={close} />}
        open={({ id }) => `goods/list/${id}`}
        empty="还没有商品：新建，或由管理员用导入命令带入 ERP 的商品表"
      />
      {count > 0 && (
        <footer className="bar bar-warn">
          <b>{count} 格未保存</b>
          <span className="grow ell">{faults.length > 0 ? faults.join('；') : [...drafts.values()].map(saidOf).join('；')}</span>
          <Button size="small" onClick={forget}>
            放弃
          </Button>
          <Button size="small" type="primary" disabled={faults.length > 0} loading={saving.isBusy} onClick={ask}>
            {faults.length > 0 ? '先改正写错的格子' : `保存 ${count} 格…`} {faults.length === 0 && <Kbd of="Ctrl+S" />}
          </Button>
        </footer>
      )}
      {reason.dialog}
    </div>
  )
}
