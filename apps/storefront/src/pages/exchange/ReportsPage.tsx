import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { ReportBatchWire } from '#contract/reports.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { DateFilter, FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { reportApi } from '../../api/report-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { useSaveFile } from '../../parts/useSaveFile.ts'
import { paths } from '../../paths.ts'
import { PrintButton } from './PrintButton.tsx'
import { ReportRows } from './ReportRows.tsx'
import css from './reports.module.css'
import { isNarrowed, type ReportsView, reportsQuery, reportsValues, reportsView } from './reports-query.ts'
import { ScanButton } from './ScanButton.tsx'

type Reports = DataOf<typeof import('#contract/reports.ts').reportList>

/** As ZIP_MAX of the contract, whose schemas the browser does not fetch. */
const AT_ONCE = 50

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = reportsView(url)
  return { view, data: (await client.ask(reportApi.reportList, { query: reportsQuery(view), signal })).data }
}

const addressOf = (view: ReportsView, more: Partial<ReportsView> = {}) => memberPaths.reports(reportsValues({ ...view, page: 1, ...more }))

/** /ypjybg: the inspection reports of what was bought, found by anything that stands on the pack; fetched, or asked for. */
export default function ReportsPage() {
  const { view, data } = usePageData<typeof loader>()
  const navigate = useNavigate()
  const { list, others, total, page, per_page: perPage, may_fetch: mayFetch } = data
  const shown = [...list, ...others]
  const ticks = useTicks(shown)
  usePapers(shown.some(({ reports }) => reports.length === 0))
  const rows = { mayFetch: mayFetch === 1, ticked: ticks.on, onTick: ticks.toggle }
  return (
    <AccountShell
      title="药品检验报告"
      tools={<ScanButton text="扫码查报告" onCode={(code) => void navigate(addressOf(view, { keywords: code }))} />}
    >
      <div className={columns.column}>
        {mayFetch === 0 && (
          <p className="note note-warn">
            <Icon name="warn" />
            <span>企业审核通过并签署购销合同后，可以查看、下载和索取检验报告。</span>
          </p>
        )}
        <section className="panel" aria-label="我采购的批号">
          <Head view={view} data={data} />
          {list.length === 0 ? (
            <None view={view} data={data} />
          ) : (
            <>
              <ReportRows label="我采购的批号" list={list} {...rows} />
              <Pagination page={page} perPage={perPage} total={total} to={(next) => addressOf(view, { page: next })} label="检验报告分页" />
            </>
          )}
        </section>
        {others.length > 0 && (
          <section className="panel" aria-labelledby="others">
            <h2 id="others" className={css.others}>
              其他批号
            </h2>
            <ReportRows label="其他批号" list={others} {...rows} />
          </section>
        )}
      </div>
      {mayFetch === 1 && shown.some((batch) => batch.reports.length > 0) && <Take ticks={ticks} />}
    </AccountShell>
  )
}

function Head({ view, data: { total, missing } }: { view: ReportsView; data: Reports }) {
  const all = view.state === 'all' ? total : view.state === 'missing' ? total : total + missing
  const state = (key: ReportsView['state'], text: string, count: number) => ({
    text,
    to: addressOf(view, { state: key }),
    current: view.state === key,
    count,
  })
  return (
    <>
      <Tabs
        label="检验报告状态"
        entries={[
          state('all', '全部批号', view.state === 'missing' ? 0 : all),
          state('ready', '已有报告', view.state === 'missing' ? 0 : all - missing),
          state('missing', '暂无报告', missing),
        ]}
      />
      <FilterBar
        key={JSON.stringify(reportsValues(view))}
        label="查找检验报告"
        to={(asked) => addressOf(view, { keywords: asked('keywords'), from: asked('from'), to: asked('to') })}
        clear={isNarrowed(view) && memberPaths.reports()}
        end={
          <span>
            共 <b>{total}</b> 个批号
          </span>
        }
      >
        <WordsFilter label="商品、厂家、批号、订单号、条形码或追溯码" words={view.keywords} />
        <DateFilter label="订购日期" range={view} />
      </FilterBar>
      {view.order > 0 && (
        <p className={css.only}>
          只看一张订单的批号。
          <Link className="link" to={addressOf(view, { order: 0 })}>
            看全部
          </Link>
        </p>
      )}
    </>
  )
}

function None({ view, data: { total, page, others } }: { view: ReportsView; data: Reports }) {
  const narrowed = isNarrowed(view)
  const text = !narrowed ? '还没有收到过货' : view.state === 'missing' ? '没有缺报告的批号' : '您采购的药品里没有符合条件的批号'
  const hint = !narrowed
    ? '订单发货后，每个批号的检验报告都在这里；也可以先输入商品或批号查找。'
    : others.length > 0
      ? '下面是其他批号。'
      : '请核对包装上的批号，或换一个条件。'
  return (
    <Nothing first={page > 1 && total > 0 && addressOf(view)} picture="paper" text={text} hint={hint}>
      <ButtonLink to={narrowed ? memberPaths.reports() : paths.orders()}>{narrowed ? '查看全部批号' : '查看我的订单'}</ButtonLink>
    </Nothing>
  )
}

interface Ticks {
  on: ReadonlySet<number>
  all: readonly number[]
  toggle: (batch: ReportBatchWire) => void
  toggleAll: () => void
}

/** What is ticked of what is shown; what the page shows no more is ticked no more. */
function useTicks(shown: readonly ReportBatchWire[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const all = shown.flatMap((batch) => batch.reports.map((report) => report.id))
  const on = new Set(all.filter((id) => ticked.has(id)))
  return {
    on,
    all,
    toggle: ({ reports }) => {
      const ids = reports.map((report) => report.id)
      const next = new Set(on)
      const had = ids.every((id) => next.has(id))
      for (const id of ids) had ? next.delete(id) : next.add(id)
      setTicked(next)
    },
    toggleAll: () => setTicked(on.size === all.length ? new Set() : new Set(all)),
  }
}

function Take({ ticks: { on, all, toggleAll } }: { ticks: Ticks }) {
  const { busy, save } = useSaveFile()
  const fetchAll = () => save(`/api/report/zip?${[...on].map((id) => `ids[]=${id}`).join('&')}`)
  return (
    <ActionBar label="选中的检验报告" all={{ label: '全选本页的检验报告', on: on.size === all.length, toggle: toggleAll }}>
      <span className={css.chosen}>
        已选 <b>{on.size}</b> 份{on.size > AT_ONCE && `，一次最多打包 ${AT_ONCE} 份`}
      </span>
      <PrintButton text="合并打印" path="/api/report/print" ids={[...on]} most={AT_ONCE} />
      <Button kind="primary" disabled={busy || on.size === 0 || on.size > AT_ONCE} onClick={fetchAll}>
        打包下载
      </Button>
    </ActionBar>
  )
}
