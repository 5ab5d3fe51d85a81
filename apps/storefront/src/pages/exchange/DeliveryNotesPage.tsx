import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeliveryListWire } from '#contract/receiving.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { DateFilter, FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { beijingTime } from '#ui/times.ts'
import { receivingApi } from '../../api/receiving-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { PapersButton } from '../../parts/orders/PapersButton.tsx'
import { paths } from '../../paths.ts'
import { DeliveryRows } from './DeliveryRows.tsx'
import css from './deliveries.module.css'
import {
  type DeliveriesView,
  deliveriesQuery,
  deliveriesValues,
  deliveriesView,
  filterQuery,
  isNarrowed,
  monthOf,
} from './deliveries-query.ts'
import { ExcelButton } from './ExcelButton.tsx'
import { PrintButton } from './PrintButton.tsx'
import { printable } from './printable.ts'
import { ScanButton } from './ScanButton.tsx'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = deliveriesView(url)
  return { view, data: (await client.ask(receivingApi.deliveries, { query: deliveriesQuery(view), signal })).data }
}

const addressOf = (view: DeliveriesView, page = 1) => memberPaths.deliveries(deliveriesValues({ ...view, page }))
/** As ZIP_MAX of the contract: more are a job. */
const AT_ONCE = 50

/** /dzckd: what was sent, the papers that went with it, and counting what arrived. */
export default function DeliveryNotesPage() {
  const { view, data } = usePageData<typeof loader>()
  const { list, total, page, per_page: perPage, counts, papers, packs } = data
  const navigate = useNavigate()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const tick = (orderId: number) => {
    const next = new Set(ticked)
    if (!next.delete(orderId)) next.add(orderId)
    setTicked(next)
  }
  const toPrint = printable(list, ticked)
  const narrowed = isNarrowed(view)
  const filter = filterQuery(view)
  const isWaiting = ({ state }: { state: string }) => state === 'waiting'
  usePapers(list.some(({ documents }) => documents.some(isWaiting)) || packs.some(isWaiting))
  return (
    <AccountShell
      title="电子出库单"
      tools={
        <span className={css.tools}>
          <ScanButton text="扫码查单" onCode={(code) => void navigate(addressOf({ ...view, keywords: code }))} />
          <ExcelButton url={memberPaths.deliveryExport(filter)} disabled={total === 0} />
          {toPrint.ids.length > 0 && (
            <PrintButton
              text={`${toPrint.chosen ? '合并打印所选' : '合并打印本页'} ${toPrint.ids.length} 份`}
              path="/api/document/print"
              ids={toPrint.ids}
              most={AT_ONCE}
            />
          )}
          {papers > 0 && (
            <PapersButton
              text={papers > AT_ONCE ? `打包 ${papers} 份单据` : `下载 ${papers} 份单据`}
              url={memberPaths.deliveryZip(filter)}
              wish={filter}
              atOnce={papers <= AT_ONCE}
            />
          )}
        </span>
      }
    >
      <div className={columns.column}>
        {packs.length > 0 && <Packs packs={packs} />}
        <section className="panel" aria-label="电子出库单">
          <Tabs
            label="收货状态"
            entries={counts.map(({ state, name, count }) => ({
              text: name,
              to: addressOf({ ...view, state: state as DeliveriesView['state'] }),
              current: state === view.state,
              count: state === 'all' ? 0 : count,
            }))}
          />
          <Filter key={JSON.stringify(deliveriesValues(view))} view={view} data={data} />
          {list.length === 0 ? (
            <Nothing
              first={page > 1 && total > 0 && addressOf(view)}
              picture="paper"
              text={narrowed || view.state !== 'all' ? '没有符合条件的出库单' : '还没有出库单'}
              hint={
                narrowed || view.state !== 'all'
                  ? '换一个单号、批号或日期再看。'
                  : '订单发货时自动开具随货同行单，可在这里查看、打印和下载。'
              }
            >
              <ButtonLink to={narrowed || view.state !== 'all' ? memberPaths.deliveries() : paths.orders()}>
                {narrowed || view.state !== 'all' ? '查看全部出库单' : '查看我的订单'}
              </ButtonLink>
            </Nothing>
          ) : (
            <>
              <DeliveryRows list={list} ticked={ticked} onTick={tick} />
              <Pagination page={page} perPage={perPage} total={total} to={(next) => addressOf(view, next)} label="出库单分页" />
            </>
          )}
        </section>
      </div>
    </AccountShell>
  )
}

function Filter({ view, data: { total, today } }: { view: DeliveriesView; data: DeliveryListWire }) {
  return (
    <FilterBar
      label="查找出库单"
      to={(asked) => addressOf({ ...view, keywords: asked('keywords'), from: asked('from'), to: asked('to') })}
      clear={isNarrowed(view) && addressOf({ ...view, keywords: '', from: '', to: '' })}
      end={
        <>
          <span>
            共 <b>{total}</b> 单
          </span>
          {(['本月', '上月'] as const).map((text, before) => (
            <ButtonLink key={text} size="sm" to={addressOf({ ...view, ...monthOf(today, before) })} preventScrollReset>
              {text}
            </ButtonLink>
          ))}
        </>
      }
    >
      <WordsFilter label="单号、批号、追溯码、条形码或品名" words={view.keywords} />
      <DateFilter label="发货日期" range={view} />
    </FilterBar>
  )
}

const PACK_TONES: Readonly<Record<string, StateTone>> = { waiting: 'moving', ready: 'ok', failed: 'bad' }

function Packs({ packs }: { packs: DeliveryListWire['packs'] }) {
  return (
    <Block title="资料打包" head={<p className="muted">打好的文件保留 7 天</p>}>
      <ul className={css.packs}>
        {packs.map((pack) => (
          <li key={pack.id}>
            <StateBadge tone={PACK_TONES[pack.state] ?? 'closed'}>{pack.state_name}</StateBadge>
            <span>
              {pack.title}
              <small>
                {beijingTime(pack.asked_at)} {pack.note}
              </small>
            </span>
            {pack.file_url && (
              <a className="btn btn-sm" href={pack.file_url} download aria-label={`下载 ${pack.title}`}>
                <Icon name="file" size={14} />
                下载
              </a>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
