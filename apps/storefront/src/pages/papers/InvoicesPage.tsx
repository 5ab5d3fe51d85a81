import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import type { InvoiceRequestWire, InvoiceWire } from '#contract/invoices.ts'
import { Block } from '#ui/Block.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { ChoiceFilter, DateFilter, FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { InvoiceRows } from './InvoiceRows.tsx'
import css from './invoices.module.css'
import { colourOf, type InvoicesView, invoicesQuery, invoicesValues, invoicesView, isNarrowed, zipQuery } from './invoices-query.ts'

type Invoices = DataOf<typeof import('#contract/invoices.ts').invoiceList>

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = invoicesView(url)
  return { view, data: (await client.ask(memberApi.invoiceList, { query: invoicesQuery(view), signal })).data }
}

/** As the server has it (INVOICE_PERIOD_MAX). */
const ZIP_MAX = 300

const addressOf = (view: InvoicesView, page = view.page) => memberPaths.invoices(invoicesValues({ ...view, page }))

/** /fp and /dzfp: the invoices of all orders, found by date, number or order; downloaded, or asked for anew. */
export default function InvoicesPage() {
  const { view, data } = usePageData<typeof loader>()
  const [changing, setChanging] = useState<InvoiceWire | null>(null)
  const { list, total, page, per_page: perPage } = data
  const narrowed = isNarrowed(view)
  return (
    <AccountShell title="电子发票查询">
      <div className={columns.column}>
        {list.some((invoice) => invoice.is_test === 1) && (
          <p className="note note-warn">
            <Icon name="warn" />
            演示环境开具的是测试发票，仅用于体验流程，不能入账或抵扣。
          </p>
        )}
        {data.requests.length > 0 && <Requests requests={data.requests} />}
        <section className="panel" aria-label="电子发票">
          {(narrowed || total > 0) && <Filter key={JSON.stringify(invoicesValues(view))} view={view} data={data} />}
          {list.length === 0 ? (
            <Nothing
              first={page > 1 && total > 0 && addressOf(view, 1)}
              picture="paper"
              text={narrowed ? '没有符合条件的发票' : '还没有电子发票'}
              hint={narrowed ? '换一个号码或日期再看。' : '订单发货后自动开具，开具后可在这里下载。'}
            >
              <ButtonLink to={narrowed ? memberPaths.invoices() : paths.orders()}>{narrowed ? '查看全部发票' : '查看我的订单'}</ButtonLink>
            </Nothing>
          ) : (
            <>
              <InvoiceRows list={list} onChange={setChanging} />
              <Pagination page={page} perPage={perPage} total={total} to={(next) => addressOf(view, next)} label="发票分页" />
            </>
          )}
        </section>
        <Titles titles={data.titles} />
      </div>
      {changing && <ChangeDialog invoice={changing} titles={data.titles} onClose={() => setChanging(null)} />}
    </AccountShell>
  )
}

function Filter({ view, data: { total, sum } }: { view: InvoicesView; data: Invoices }) {
  return (
    <FilterBar
      label="查找发票"
      to={(asked) =>
        addressOf({
          keywords: asked('keywords'),
          colour: colourOf(asked('colour')),
          from: asked('from'),
          to: asked('to'),
          page: 1,
        })
      }
      end={
        <>
          <span>
            共 <b>{total}</b> 张
          </span>
          <span>
            价税合计 <b>{moneyText(sum)}</b>
          </span>
          {total > 0 && total <= ZIP_MAX && (
            <a className="btn btn-sm" href={`/api/invoice/zip${zipQuery(view)}`} download>
              <Icon name="file" size={14} />
              打包下载 {total} 张
            </a>
          )}
          {total > ZIP_MAX && <span className="muted">一次最多打包 {ZIP_MAX} 张，请选择日期</span>}
        </>
      }
    >
      <WordsFilter label="发票号码或订单号" words={view.keywords} digits />
      <ChoiceFilter
        label="种类"
        name="colour"
        chosen={view.colour}
        options={[
          ['all', '全部'],
          ['blue', '蓝字发票'],
          ['red', '红字发票'],
        ]}
      />
      <DateFilter label="开票日期" range={view} />
    </FilterBar>
  )
}

const REQUEST_TONES: Readonly<Record<string, StateTone>> = {
  review: 'wait',
  waiting: 'moving',
  done: 'ok',
  rejected: 'bad',
  void: 'closed',
}

function Requests({ requests }: { requests: readonly InvoiceRequestWire[] }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useBusy()
  const withdraw = (id: number) =>
    run(async () => {
      const { message } = await client.ask(memberApi.invoiceChangeCancel, { params: { id } })
      toast({ text: message || '已撤回换开申请', tone: 'success' })
      await revalidate()
    })
  return (
    <Block title="换开申请">
      <ul className={css.requests}>
        {requests.map((request) => (
          <li key={request.id}>
            <StateBadge tone={REQUEST_TONES[request.state] ?? 'closed'}>{request.state_name}</StateBadge>
            <span>
              {request.kind_name}
              <small>{beijingTime(request.created_at)}</small>
            </span>
            <span className={css.what}>
              订单{' '}
              <Link className="link" to={paths.order(request.order_id)}>
                {request.order_no}
              </Link>
              ：{request.reason}
              {request.answer && <small className={css.answer}>驳回原因：{request.answer}</small>}
            </span>
            {request.state === 'review' && (
              <Button size="sm" disabled={busy} onClick={() => void withdraw(request.id)}>
                撤回
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Titles({ titles }: { titles: Invoices['titles'] }) {
  const rest = [
    ['地址、电话', [titles.address, titles.phone].filter(Boolean).join('，')],
    ['开户行及账号', [titles.bank, titles.account].filter(Boolean).join('，')],
  ] as const
  return (
    <Block
      title="开票资料"
      head={
        <Link className="link" to={memberPaths.basic()}>
          去修改
        </Link>
      }
    >
      <p className={css.titles}>
        <span>
          抬头 <b>{titles.name}</b>
        </span>
        <span>
          税号 <b>{titles.tax_no || '未填写'}</b>
        </span>
        {rest.map(([name, value]) => (
          <span key={name}>
            {name} <b>{value || '未填写'}</b>
          </span>
        ))}
      </p>
    </Block>
  )
}
