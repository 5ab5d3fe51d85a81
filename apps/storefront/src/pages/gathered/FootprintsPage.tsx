import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { BodyOf } from '#contract/call.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useNow } from '#ui/now.ts'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../../api/calls.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { GoodsLines } from '../../parts/goods-lines/GoodsLines.tsx'
import css from '../../parts/goods-lines/gathered.module.css'
import { paths } from '../../paths.ts'
import { byDay, dayName } from './days.ts'
import { GoodsSearch } from './GoodsSearch.tsx'

type Choice = BodyOf<typeof import('#contract/favorites.ts').visitDelete>

export async function loader({ api: client, url, signal }: PageArgs) {
  const keywords = (url.searchParams.get('keywords') ?? '').trim().slice(0, 100)
  const { data } = await client.ask(api.goodsVisit, { query: { page: pageIn(url), ...(keywords && { keywords }) }, signal })
  return { keywords, ...data }
}

/** /wdzj: goods looked at, by day. */
export default function FootprintsPage() {
  const { keywords, list, total, page, per_page: perPage } = usePageData<typeof loader>()
  const client = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const now = useNow()
  const [asking, setAsking] = useState<{ title: string; choice: Choice } | null>(null)
  const { run } = useBusy()
  const remove = (choice: Choice) =>
    run(async () => {
      const { message } = await client.ask(memberApi.visitDelete, { body: choice })
      toast({ text: message, tone: 'success' })
      await revalidate()
    })
  const any = total > 0 || keywords !== ''
  return (
    <AccountShell
      title="我的足迹"
      tools={
        total > 0 &&
        keywords === '' && (
          <Button kind="ghost" onClick={() => setAsking({ title: '确定清空全部足迹吗?', choice: { all: 1 } })}>
            <Icon name="trash" />
            清空足迹
          </Button>
        )
      }
    >
      {any && (
        <div className={css.above}>
          <GoodsSearch
            key={keywords}
            label="在足迹里找"
            keywords={keywords}
            onSearch={(words) => void navigate(memberPaths.footprints({ keywords: words }))}
          />
        </div>
      )}
      {byDay(list).map(({ day, list: goods }) => (
        <section key={day} className={`panel ${css.day}`} aria-label={dayName(day, now)}>
          <header>
            <h2>{dayName(day, now)}</h2>
            <span className="muted">{goods.length} 种</span>
            {keywords === '' && (
              <Button
                kind="ghost"
                size="sm"
                aria-label={`删除这天的足迹：${dayName(day, now)}`}
                onClick={() => setAsking({ title: `确定删除${dayName(day, now)}的足迹吗?`, choice: { day } })}
              >
                删除这天
              </Button>
            )}
          </header>
          <GoodsLines
            goods={goods}
            label={`${dayName(day, now)}看过的商品`}
            note={(one) => (
              <p className={css.since}>
                {beijingTime(one.visited_at).slice(11)}
                {one.visits > 1 && `，看过 ${one.visits} 次`}
              </p>
            )}
            end={(one) => (
              <button
                type="button"
                className={`iconbtn ${css.remove}`}
                aria-label={`删除足迹 ${one.name} ${one.ypgg}`}
                title="删除"
                onClick={() => void remove({ goods_ids: [one.id] })}
              >
                <Icon name="close" size={14} />
              </button>
            )}
          />
        </section>
      ))}
      {list.length === 0 && (
        <section className="panel">
          <Empty
            picture={keywords ? 'search' : 'clock'}
            text={keywords ? `看过的商品里没有“${keywords}”` : total > 0 ? '没有这一页' : '还没有足迹'}
            hint={keywords || total > 0 ? '' : '看过的商品会记在这里，方便您再找到它'}
          >
            <ButtonLink kind="primary" to={any ? memberPaths.footprints() : paths.list()}>
              {any ? '看全部足迹' : '去看看商品'}
            </ButtonLink>
          </Empty>
        </section>
      )}
      <Pagination
        page={page}
        perPage={perPage}
        total={total}
        to={(next) => memberPaths.footprints({ keywords, page: next })}
        label="足迹分页"
      />
      <ConfirmDialog
        open={asking !== null}
        title={asking?.title ?? ''}
        text="删除后不能恢复，收藏和订单不受影响。"
        confirm="删除"
        onConfirm={() => asking && void remove(asking.choice)}
        onClose={() => setAsking(null)}
      />
    </AccountShell>
  )
}
