import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OwnRecallWire } from '#contract/recalls.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { RecallDialog } from './RecallDialog.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import css from './recalls.module.css'

export async function loader({ api: client, url, signal }: PageArgs) {
  return (await client.ask(memberApi.recallList, { query: { page: pageIn(url) }, signal })).data
}

const addressOf = (page: number) => memberPaths.recalls({ page: page > 1 ? page : undefined })
const TONES: Readonly<Record<OwnRecallWire['buyer_state'], StateTone>> = {
  silent: 'wait',
  answered: 'moving',
  returning: 'moving',
  back: 'ok',
  used_up: 'ok',
  unsent: 'closed',
}

/** /ypzh: batches that were called back and that this company bought; each is answered, and sent back. */
export default function RecallsPage() {
  const { list, total, page, per_page: perPage, waiting } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [answering, setAnswering] = useState<OwnRecallWire | null>(null)
  const [returning, setReturning] = useState<{ recall: OwnRecallWire; order: OwnRecallWire['orders'][number] } | null>(null)
  const done = (text: string) => {
    setAnswering(null)
    setReturning(null)
    toast({ text, tone: 'success' })
    void revalidate()
  }
  return (
    <AccountShell title="药品召回">
      <div className={columns.column}>
        {waiting > 0 && (
          <p className="note note-bad" role="status">
            <Icon name="warn" />有 {waiting} 个召回等待贵单位确认。请立即停止销售和使用，清点后填报尚存数量。
          </p>
        )}
        <section className="panel" aria-label="药品召回">
          {list.length === 0 ? (
            <Nothing
              first={page > 1 && total > 0 && addressOf(1)}
              picture="paper"
              text="没有与贵单位有关的召回"
              hint="贵单位购进的批号被召回时，会在这里和消息里通知您。按批号查订单，请到“我的订单”输入批号。"
            >
              <ButtonLink to={paths.orders()}>查看我的订单</ButtonLink>
            </Nothing>
          ) : (
            <ul className={css.cards}>
              {list.map((recall) => (
                <Card
                  key={recall.id}
                  recall={recall}
                  onAnswer={() => setAnswering(recall)}
                  onReturn={(order) => setReturning({ recall, order })}
                />
              ))}
            </ul>
          )}
          <Pagination page={page} perPage={perPage} total={total} to={addressOf} label="召回分页" />
        </section>
      </div>
      {answering && <RecallDialog recall={answering} onClose={() => setAnswering(null)} onDone={done} />}
      {returning && <ReturnDialog {...returning} onClose={() => setReturning(null)} onDone={done} />}
    </AccountShell>
  )
}

interface CardProps {
  recall: OwnRecallWire
  onAnswer: () => void
  onReturn: (order: OwnRecallWire['orders'][number]) => void
}

function Card({ recall, onAnswer, onReturn }: CardProps) {
  const { unit, notice } = recall
  const open = recall.state === 'open'
  return (
    <li className={css.card} aria-label={`${recall.name} 批号 ${recall.batch_no}`}>
      <header>
        <h2>{recall.name}</h2>
        <span className={`chip ${recall.level === 3 ? 'chip-warn' : 'chip-bad'}`}>{recall.level_name}</span>
        <StateBadge tone={open ? TONES[recall.buyer_state] : 'closed'}>{open ? recall.buyer_state_name : '召回已结束'}</StateBadge>
      </header>
      <p className={css.about}>
        {[recall.spec, recall.manufacturer, recall.approval_no].filter(Boolean).join('　')}
        <br />
        批号 <b>{recall.batch_no}</b>　召回编号 {recall.no}　发起 {recall.initiator}　{beijingTime(recall.started_at)}
      </p>
      <dl className={css.why}>
        <dt>召回原因</dt>
        <dd>{recall.reason}</dd>
        <dt>处理要求</dt>
        <dd>{recall.advice}</dd>
      </dl>
      <div className={css.answer}>
        <Answer recall={recall} />
        <span className={css.acts}>
          {notice?.file_url && (
            <a className="btn" href={`${notice.file_url}?inline=1`} target="_blank" rel="noreferrer" aria-label="召回通知书 新窗口打开">
              <Icon name="file" size={14} />
              召回通知书
            </a>
          )}
          {open && (
            <Button kind={recall.confirmed_at === null ? 'primary' : 'plain'} onClick={onAnswer}>
              {recall.confirmed_at === null ? '确认并填报尚存' : '更新尚存数量'}
            </Button>
          )}
        </span>
      </div>
      <Table columns={['订单', figure(`购进（${unit}）`), figure('退回中'), figure('已退回'), figure('操作')]} look={css.orders}>
        <tbody>
          {recall.orders.map((order) => (
            <tr key={order.order_id}>
              <td>
                <Link className="link" to={paths.order(order.order_id)}>
                  {order.order_no}
                </Link>
                <small>{order.status_name}</small>
              </td>
              <td className={table.figure} data-name="购进">
                {order.sold}
              </td>
              <td className={table.figure} data-name="退回中">
                {order.on_way}
              </td>
              <td className={table.figure} data-name="已退回">
                {order.returned}
              </td>
              <td className={`${table.figure} ${css.act}`}>
                {order.left > 0 ? (
                  <Button size="sm" aria-label={`退回订单 ${order.order_no} 的 ${order.left} ${unit}`} onClick={() => onReturn(order)}>
                    退回
                  </Button>
                ) : (
                  <span className="muted">{order.why}</span>
                )}
                {order.after_sale_id !== null && (
                  <Link className="link" to={memberPaths.afterSale(order.after_sale_id)}>
                    售后进度
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </li>
  )
}

function Answer({ recall }: { recall: OwnRecallWire }) {
  if (recall.confirmed_at === null)
    return (
      <p className={recall.is_late === 1 ? css.late : css.due}>
        <Icon name="clock" size={14} />
        {recall.is_late === 1 ? '已超过' : '请在'} {beijingTime(recall.due_at)} {recall.is_late === 1 ? '的确认期限' : '前确认'}
      </p>
    )
  return (
    <p>
      {recall.confirmed_by} 于 {beijingTime(recall.confirmed_at)} 确认，尚存 <b>{recall.kept}</b> {recall.unit}
      {recall.note && `（${recall.note}）`}
    </p>
  )
}
