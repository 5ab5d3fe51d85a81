import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { QueryOf } from '#contract/call.ts'
import type { FavoriteRowWire, FavoriteSort } from '#contract/favorites.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { moneyText } from '#ui/yuan.ts'
import { api } from '../../api/calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { GoodsLines } from '../../parts/goods-lines/GoodsLines.tsx'
import css from '../../parts/goods-lines/gathered.module.css'
import { AddResult, type NotAdded } from '../../parts/quick/AddResult.tsx'
import { addLineOf } from '../../parts/quick/quick-lines.ts'
import { paths, withQuery } from '../../paths.ts'
import { GoodsSearch } from './GoodsSearch.tsx'

const SORTS: Readonly<Record<FavoriteSort, string>> = {
  added: '最近收藏',
  dropped: '降价最多',
  price_asc: '价格从低到高',
  price_desc: '价格从高到低',
  name: '名称',
}
const isSort = (text: string): text is FavoriteSort => Object.hasOwn(SORTS, text)
type Query = QueryOf<typeof import('#contract/favorites.ts').favoriteList>

export async function loader({ api: client, url, signal }: PageArgs) {
  const text = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, 60)
  const sort = text('sort')
  const query: Query = {
    ...(isSort(sort) && sort !== 'added' && { sort }),
    ...(text('in_stock') === '1' && { in_stock: 1 }),
    ...(text('dropped') === '1' && { dropped: 1 }),
    ...(text('keywords') && { keywords: text('keywords') }),
  }
  const { data } = await client.ask(api.favoriteList, { query: { ...query, page: pageIn(url) }, signal })
  return { query, ...data }
}

/** /star */
export default function FavoritesPage() {
  const { query, list, total, page, per_page: perPage, counts } = usePageData<typeof loader>()
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [cancelled, setCancelled] = useState<readonly number[]>([])
  const [result, setResult] = useState<{ added: number; missing: NotAdded[] } | null>(null)
  const { busy, run } = useBusy()
  const chosen = list.filter(({ id }) => ticked.has(id))
  const allOn = list.length > 0 && chosen.length === list.length
  const { sort, ...narrow } = query

  const cancel = (ids: readonly number[]) =>
    run(async () => {
      const { message } = await client.ask(api.favoriteCancel, { body: { goods_ids: [...ids] } })
      toast({ text: message, tone: 'success' })
      setCancelled(ids)
      setTicked(new Set())
      await revalidate()
    })
  const undo = () =>
    run(async () => {
      await client.ask(api.favoriteAdd, { body: { goods_ids: [...cancelled] } })
      setCancelled([])
      toast({ text: '已恢复收藏', tone: 'success' })
      await revalidate()
    })
  const addChosen = () =>
    run(async () => {
      const sent = chosen
      const { data } = await client.ask(api.cartAdd, { body: { list: sent.map((goods) => addLineOf(goods, goods.min_number)) } })
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      const missing = sent.flatMap((goods, at): NotAdded[] => {
        const line = data.lines[at]
        return line && line.id === 0
          ? [{ name: `${goods.name} ${goods.ypgg}`, why: line.reasons.map((one) => one.message).join('；') }]
          : []
      })
      setResult({ added: sent.length - missing.length, missing })
      setTicked(new Set())
    })
  const toggle = (id: number) =>
    setTicked((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })

  return (
    <AccountShell
      title="我的收藏"
      tools={
        counts.all > 0 && (
          <a className="btn" href={withQuery('/api/favorite/export', query)} download>
            <Icon name="table" />
            导出 Excel
          </a>
        )
      }
    >
      {result && <AddResult {...result} onClose={() => setResult(null)} />}
      {cancelled.length > 0 && (
        <p className={`note ${css.undo}`} role="status">
          <Icon name="undo" />
          <span>已取消收藏 {cancelled.length} 种商品</span>
          <Button size="sm" disabled={busy} onClick={() => void undo()}>
            撤销
          </Button>
          <button type="button" className="iconbtn" aria-label="关闭提示" onClick={() => setCancelled([])}>
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
      <section className="panel">
        <Tabs
          label="筛选收藏"
          entries={[
            { text: '全部', to: memberPaths.favorites({ sort }), current: !query.in_stock && !query.dropped, count: counts.all },
            { text: '有货', to: memberPaths.favorites({ sort, in_stock: 1 }), current: query.in_stock === 1, count: counts.in_stock },
            { text: '已降价', to: memberPaths.favorites({ sort, dropped: 1 }), current: query.dropped === 1, count: counts.dropped },
          ]}
        />
        {counts.all > 0 && <Tools sort={sort ?? 'added'} narrow={narrow} />}
        {list.length === 0 ? (
          <NoFavorites narrowed={counts.all > 0} />
        ) : (
          <GoodsLines
            goods={list}
            label="收藏的商品"
            lead={(goods) => (
              <label className={`check ${css.tick}`}>
                <input
                  type="checkbox"
                  checked={ticked.has(goods.id)}
                  onChange={() => toggle(goods.id)}
                  aria-label={`选择 ${goods.name} ${goods.ypgg}`}
                />
              </label>
            )}
            note={(goods) => <Since goods={goods} />}
            end={(goods) => (
              <button
                type="button"
                className={`iconbtn ${css.remove} ${css.kept}`}
                aria-label={`取消收藏 ${goods.name} ${goods.ypgg}`}
                title="取消收藏"
                onClick={() => void cancel([goods.id])}
              >
                <Icon name="heart" filled />
              </button>
            )}
          />
        )}
      </section>
      <Pagination
        page={page}
        perPage={perPage}
        total={total}
        to={(next) => memberPaths.favorites({ ...query, page: next })}
        label="收藏分页"
      />
      {list.length > 0 && (
        <ActionBar
          label="批量操作"
          all={{ label: '全选本页', on: allOn, toggle: () => setTicked(allOn ? new Set() : new Set(list.map(({ id }) => id))) }}
        >
          <span className={css.count} role="status">
            已选 {chosen.length} 种
          </span>
          <Button disabled={chosen.length === 0 || busy} onClick={() => void cancel(chosen.map(({ id }) => id))}>
            取消收藏
          </Button>
          <Button kind="primary" size="lg" disabled={chosen.length === 0 || busy} onClick={() => void addChosen()}>
            加入购物车
          </Button>
        </ActionBar>
      )}
    </AccountShell>
  )
}

function Tools({ sort, narrow }: { sort: FavoriteSort; narrow: Omit<Query, 'sort' | 'page'> }) {
  const navigate = useNavigate()
  return (
    <div className={css.tools}>
      <GoodsSearch
        key={narrow.keywords ?? ''}
        label="在收藏里找"
        keywords={narrow.keywords ?? ''}
        onSearch={(keywords) => void navigate(memberPaths.favorites({ ...narrow, keywords, ...(sort !== 'added' && { sort }) }))}
      />
      <nav className={css.sorts} aria-label="排序">
        {(Object.keys(SORTS) as FavoriteSort[]).map((key) => (
          <Link
            key={key}
            to={memberPaths.favorites({ ...narrow, ...(key !== 'added' && { sort: key }) })}
            aria-current={key === sort ? 'true' : undefined}
          >
            {SORTS[key]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function Since({ goods }: { goods: FavoriteRowWire }) {
  if (goods.dropped !== null) return <p className={css.dropped}>比收藏时降 {moneyText(goods.dropped)}</p>
  return <p className={css.since}>{beijingTime(goods.added_at).slice(0, 10)} 收藏</p>
}

function NoFavorites({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <Empty picture="search" text="没有符合条件的收藏">
        <ButtonLink kind="primary" to={memberPaths.favorites()}>
          看全部收藏
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <Empty picture="heart" text="还没有收藏" hint="在商品上点心形即可收藏，降价和到货一看就知道">
      <ButtonLink kind="primary" to={paths.list()}>
        去选购商品
      </ButtonLink>
    </Empty>
  )
}
