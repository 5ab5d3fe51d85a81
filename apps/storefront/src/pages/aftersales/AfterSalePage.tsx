import { Link } from 'react-router'
import type { AfterSaleDetailWire } from '#contract/aftersales.ts'
import { Block } from '#ui/Block.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { Money } from '#ui/Money.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import { AfterSaleState, amountName, isClosed } from '../../parts/orders/AfterSaleState.tsx'
import { OrderLog } from '../../parts/orders/OrderLog.tsx'
import { OrderTimeline } from '../../parts/orders/OrderTimeline.tsx'
import orders from '../../parts/orders/order.module.css'
import { orderIdOf } from '../../parts/paying/pay-info.ts'
import { paths } from '../../paths.ts'
import { AfterSaleActions } from './AfterSaleActions.tsx'
import { AppliedTable } from './AppliedTable.tsx'
import css from './aftersales.module.css'
import { NextStep } from './NextStep.tsx'
import { useAfterSaleActions } from './useAfterSaleActions.tsx'

export async function loader({ api: client, params, signal }: PageArgs): Promise<AfterSaleDetailWire> {
  const { data } = await client.ask(memberApi.afterSaleInfo, { params: { id: orderIdOf(params.id) }, signal })
  return data
}

const HEADLINES: Record<AfterSaleDetailWire['status'], string> = {
  reviewing: '等待审核',
  sending: '请寄回商品',
  inspecting: '已寄回，等待验收',
  refunding: '退款正在原路退回',
  refunded: '退款已完成',
  rejected: '申请未通过',
  cancelled: '申请已撤销',
}

/** /order/returnInfo/:id and /order/afterSalesInfo/:id: where it stands, what comes next, what is refunded to where. */
export default function AfterSalePage() {
  const row = usePageData<typeof loader>()
  const { act, dialogs } = useAfterSaleActions()
  const closed = isClosed(row.status)
  return (
    <AccountShell title={row.kind === 'return' ? '退货详情' : '售后详情'} bare>
      <section className={`panel ${orders.top}`} aria-label="申请状态">
        <div className={orders.topRow}>
          <div>
            <div className={orders.name}>
              <h1>{HEADLINES[row.status]}</h1>
              <AfterSaleState status={row.status} name={row.status_name} />
            </div>
            <p className={orders.facts}>
              <span>售后单号 {row.no}</span>
              <span>
                {row.kind_name} · {row.reason_name}
              </span>
              <span>
                订单{' '}
                <Link className="link" to={paths.order(row.order_id)}>
                  {row.order_no}
                </Link>
              </span>
            </p>
          </div>
          <div className={orders.topActs}>
            <AfterSaleActions row={row} onAct={act} />
          </div>
        </div>
        <OrderTimeline steps={row.steps} cancelled={closed} label="售后进度" />
        <NextStep row={row} />
      </section>
      <div className={columns.grid}>
        <div className={columns.column}>
          <AppliedTable row={row} />
          <Block title="申请说明">
            <Facts
              facts={[
                ['原因', row.reason_name],
                ['说明', row.description || '未填写'],
                ['验收说明', row.inspect_note],
              ]}
            />
            <Photos photos={row.photos} />
          </Block>
        </div>
        <aside className={`${columns.column} ${columns.side}`}>
          <Block title={amountName(row)}>
            {row.is_final && !closed ? (
              <MoneyRows dense rows={row.rows} total={{ label: '合计退款', amount: row.amount }} />
            ) : (
              <p className={css.expected}>
                <Money yuan={row.amount} size="lg" tone={closed ? 'ink' : 'price'} />
                <small>{closed ? '申请已结束，没有退款' : '以验收结果为准'}</small>
              </p>
            )}
            {row.points_note && <p className={css.note}>{row.points_note}</p>}
          </Block>
          {row.refunds.length > 0 && <Refunds refunds={row.refunds} />}
        </aside>
        <OrderLog log={row.log} />
      </div>
      {dialogs}
    </AccountShell>
  )
}

/** Each source gets back its own part. */
function Refunds({ refunds }: { refunds: AfterSaleDetailWire['refunds'] }) {
  return (
    <Block title="退款去向">
      <ul className={orders.payments}>
        {refunds.map((refund) => (
          <li key={refund.no}>
            <span>
              <b>{refund.channel_name}</b>
              <small>
                {beijingTime(refund.at)} · {refund.no}
              </small>
            </span>
            <span className={orders.num}>
              <b>{moneyText(refund.amount)}</b>
              <small>{refund.status_name}</small>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Photos({ photos }: { photos: AfterSaleDetailWire['photos'] }) {
  if (photos.length === 0) return null
  return (
    <ul className={css.photos} aria-label="申请照片">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <a href={photo.url} target="_blank" rel="noreferrer" aria-label={`查看照片 ${index + 1}（新窗口）`}>
            <img src={photo.preview_url || photo.url} alt="" width={96} height={96} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
