import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { AddAnswerWire } from '#contract/cart.ts'
import type { FastBuyOrder, FastBuyRowWire } from '#contract/selfservice.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { memberPaths } from '../../member-paths.ts'
import { quoted } from '../../parts/goods-table/quoted.ts'
import { AddResult, type NotAdded } from '../../parts/quick/AddResult.tsx'
import { addLineOf, settled, sumOf } from '../../parts/quick/quick-lines.ts'
import { paths } from '../../paths.ts'
import type { PickedGoods } from './draft.ts'
import { HistoryRow } from './HistoryRow.tsx'
import { ORDERS } from './history-orders.ts'
import { QuickBar } from './QuickBar.tsx'
import css from './quick.module.css'
import { focusStop, stopsIn, walk } from './stops.ts'
import type { useDraft } from './useDraft.ts'
import { useListAdd } from './useListAdd.ts'

type History = DataOf<typeof import('#contract/selfservice.ts').userFastBuy>

interface Props {
  history: History
  order: FastBuyOrder
  keywords: string
  work: ReturnType<typeof useDraft>
}

function pickOf({ goods }: FastBuyRowWire, wanted: number): PickedGoods {
  const { reasons: _reasons, goods_image: _image, offer: _offer, ...rest } = goods
  return { ...rest, wanted }
}

/** Goods bought before: tick, change the number where it is another, and all of it is in the cart. */
export function HistoryTab({ history, order, keywords, work }: Props) {
  const { draft, ready, change } = work
  const { send, busy } = useListAdd(draft, change)
  const [result, setResult] = useState<{ added: number; missing: NotAdded[] } | null>(null)
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map())
  const list = useRef<HTMLUListElement>(null)
  const picks = new Map(draft.picks.map((pick) => [pick.id, pick]))

  // Prices and stock of what was ticked before are those of now wherever its row is shown.
  useEffect(() => {
    if (!ready) return
    const fresh = new Map(history.list.map((row) => [row.goods.id, row]))
    const renewed = draft.picks.flatMap((pick) => {
      const row = fresh.get(pick.id)
      if (!row) return [pick]
      return row.goods.is_buy === 1 ? [pickOf(row, pick.wanted)] : []
    })
    if (JSON.stringify(renewed) !== JSON.stringify(draft.picks)) change({ picks: renewed })
  }, [ready, history, draft.picks, change])

  const put = (row: FastBuyRowWire, wanted: number | null) => {
    const others = draft.picks.filter(({ id }) => id !== row.goods.id)
    change({ picks: wanted === null ? others : [...others, pickOf(row, wanted)] })
  }
  const setNumber = (row: FastBuyRowWire, number: number) => {
    const { correction, ...answer } = settled(number, { ...row.goods, ...row })
    setNotes((old) => new Map(old).set(row.goods.id, correction))
    put(row, answer.number)
  }
  const numberOf = (row: FastBuyRowWire) => picks.get(row.goods.id)?.wanted ?? row.suggested
  const toggle = (row: FastBuyRowWire) => put(row, picks.has(row.goods.id) ? null : numberOf(row))

  const buyable = history.list.filter(({ goods }) => goods.is_buy === 1)
  const allOn = buyable.length > 0 && buyable.every(({ goods }) => picks.has(goods.id))
  const toggleAll = () => {
    const here = new Set(buyable.map(({ goods }) => goods.id))
    const others = draft.picks.filter(({ id }) => !here.has(id))
    change({ picks: allOn ? others : [...others, ...buyable.map((row) => pickOf(row, numberOf(row)))] })
  }
  const tickDue = () => {
    const due = buyable.filter((row) => row.due === 1 && !picks.has(row.goods.id))
    change({ picks: [...draft.picks, ...due.map((row) => pickOf(row, row.suggested))] })
  }

  const addAll = async () => {
    const sent = draft.picks
    const answer = await send(sent.map((pick) => addLineOf(pick, pick.wanted)))
    if (answer) finish(sent, answer)
  }
  const finish = (sent: readonly PickedGoods[], answer: AddAnswerWire) => {
    const missing = sent.flatMap((pick, at): NotAdded[] => {
      const line = answer.lines[at]
      return line && line.id === 0
        ? [{ name: `${pick.name} ${pick.ypgg}`, why: line.reasons.map(({ message }) => message).join('；') }]
        : []
    })
    const left = sent.filter((_, at) => answer.lines[at]?.id === 0)
    change({ picks: left })
    setNotes(new Map())
    setResult({ added: sent.length - missing.length, missing })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return void addAll()
    }
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.dataset.quantity === undefined) return
    const row = history.list.find(({ goods }) => String(goods.id) === target.closest('li')?.dataset.goods)
    if (event.key === ' ' && row) {
      event.preventDefault()
      return toggle(row)
    }
    // Enter takes the row as it stands; the field has settled what was typed already.
    if (event.key === 'Enter' && row && !picks.has(row.goods.id) && Number(target.value) === row.suggested) put(row, row.suggested)
    walk(event)
  }
  const start = () => focusStop(list.current ? stopsIn(list.current)[0] : undefined)
  if (history.total === 0 && keywords === '') return <NoHistory keywords="" total={0} />

  return (
    <>
      {result && <AddResult {...result} onClose={() => setResult(null)} />}
      <HistoryTools
        order={order}
        keywords={keywords}
        dueCount={buyable.filter((row) => row.due === 1).length}
        onDue={tickDue}
        onStart={start}
      />
      {history.list.length === 0 ? (
        <NoHistory keywords={keywords} total={history.total} />
      ) : (
        <section className={`panel ${css.sheet}`} aria-label="买过的商品">
          <div className={`${css.row} ${css.history} ${css.head}`} aria-hidden="true">
            <span />
            <span>商品</span>
            <span>上次采购</span>
            <span className={css.num}>现价</span>
            <span>数量</span>
            <span className={css.num}>小计</span>
          </div>
          <ul ref={list} onKeyDown={onKeyDown}>
            {history.list.map((row) => (
              <HistoryRow
                key={row.goods.id}
                row={row}
                on={picks.has(row.goods.id)}
                number={numberOf(row)}
                note={notes.get(row.goods.id) ?? ''}
                onToggle={() => toggle(row)}
                onNumber={(number) => setNumber(row, number)}
              />
            ))}
          </ul>
        </section>
      )}
      <Pagination
        page={history.page}
        perPage={history.per_page}
        total={history.total}
        to={(page) => memberPaths.quickOrder({ page, ...(order !== 'recent' && { order }), keywords })}
        label="历史采购分页"
      />
      <QuickBar
        count={draft.picks.length}
        sum={sumOf(draft.picks.map((pick) => quoted(pick, pick.wanted)?.amount ?? null))}
        busy={busy}
        all={{ label: '全选本页可购商品', on: allOn, none: buyable.length === 0, toggle: toggleAll }}
        onAdd={() => void addAll()}
        onClear={() => change({ picks: [] })}
      />
    </>
  )
}

interface ToolsProps {
  order: FastBuyOrder
  keywords: string
  dueCount: number
  onDue: () => void
  onStart: () => void
}

function HistoryTools({ order, keywords, dueCount, onDue, onStart }: ToolsProps) {
  const navigate = useNavigate()
  const [words, setWords] = useState(keywords)
  return (
    <div className={css.tools}>
      <form
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(memberPaths.quickOrder({ ...(order !== 'recent' && { order }), keywords: words.trim() }))
        }}
      >
        <input
          className="input"
          aria-label="在买过的商品里找"
          placeholder="名称、助记码、编码或厂家"
          value={words}
          maxLength={60}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            onStart()
          }}
        />
        <Button type="submit">查找</Button>
      </form>
      <nav className="seg" aria-label="排序">
        {(Object.keys(ORDERS) as FastBuyOrder[]).map((key) => (
          <Link
            key={key}
            to={memberPaths.quickOrder({ ...(key !== 'recent' && { order: key }), keywords })}
            aria-current={key === order ? 'page' : undefined}
          >
            {ORDERS[key]}
          </Link>
        ))}
      </nav>
      {dueCount > 0 && (
        <Button kind="soft" onClick={onDue}>
          <Icon name="clock" />
          勾选该补货的 {dueCount} 种
        </Button>
      )}
    </div>
  )
}

function NoHistory({ keywords, total }: { keywords: string; total: number }) {
  if (keywords || total > 0) {
    return (
      <section className="panel">
        <Empty picture="search" text={keywords ? `买过的商品里没有“${keywords}”` : '没有这一页'}>
          <ButtonLink kind="primary" to={memberPaths.quickOrder()}>
            看全部买过的商品
          </ButtonLink>
        </Empty>
      </section>
    )
  }
  return (
    <section className="panel">
      <Empty picture="order" text="还没有采购记录" hint="下过单的商品会列在这里，下次勾选即可；现在可以粘贴清单或上传 Excel">
        <ButtonLink kind="primary" to={memberPaths.quickOrder({ tab: 'paste' })}>
          粘贴清单
        </ButtonLink>
        <ButtonLink to={paths.list()}>去选购商品</ButtonLink>
      </Empty>
    </section>
  )
}
