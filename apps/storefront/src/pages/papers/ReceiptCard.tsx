import { Link } from 'react-router'
import type { EphedrineOrderWire, ReceiptState, ReceiptWire } from '#contract/documents.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import { FileLinks } from '../../parts/FileLinks.tsx'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import { paths } from '../../paths.ts'
import css from './receipts.module.css'
import { dueWords } from './words.ts'

const TONES: Readonly<Record<ReceiptState, StateTone>> = {
  awaiting: 'wait',
  submitted: 'moving',
  passed: 'ok',
  rejected: 'bad',
  overdue: 'bad',
}

const COMING = '确认收货后生成回执，届时请在 7 日内上传。'
const RELEASED = '商品已全部退回或确认未收到，不需要上传回执。'

/** One ephedrine order: what was delivered, how its receipt stands, and what to do next. */
export function ReceiptCard({ order, onSend }: { order: EphedrineOrderWire; onSend: () => void }) {
  const { receipt } = order
  // Received and none owed: nothing of it is with the buyer.
  const isReleased = receipt === null && order.received_at !== null
  return (
    <li className={css.card} aria-label={`订单 ${order.no}`}>
      <header>
        <Link className="link" to={paths.order(order.id)}>
          {order.no}
        </Link>
        <span>{beijingTime(order.created_at)}</span>
        <span>{order.status_name}</span>
        {receipt ? (
          <StateBadge tone={TONES[receipt.state]}>{receipt.state_name}</StateBadge>
        ) : (
          <StateBadge tone="closed">{isReleased ? '无需上传' : '收货后生成'}</StateBadge>
        )}
      </header>
      <div className={css.cardBody}>
        <ul className={css.goods}>
          {order.lines.map((line) => (
            <li key={line.goods_id}>
              <GoodsThumb image={line.image} />
              <span>
                <Link to={paths.goods(line.goods_id)}>
                  <b>{line.name}</b>
                </Link>
                <small>{about(line)}</small>
                <small>{line.batches.map((batch) => `批号 ${batch.batch_no}，效期至 ${batch.expiry_date}`).join('；')}</small>
              </span>
              <span className={css.count}>
                × {line.number} {line.bzdw}
              </span>
            </li>
          ))}
        </ul>
        <div className={css.standing}>
          {receipt ? <Standing receipt={receipt} /> : <p className="muted">{isReleased ? RELEASED : COMING}</p>}
          <div className={css.acts}>
            {order.form_note && <span className="muted">{order.form_note}</span>}
            {order.form_url && (
              <a className="btn" href={order.form_url} download>
                <Icon name="file" size={14} />
                下载回执单
              </a>
            )}
            {receipt?.can_submit === 1 && (
              <Button kind={receipt.state === 'submitted' ? 'plain' : 'primary'} onClick={onSend}>
                {receipt.state === 'submitted' ? '更换回执' : receipt.state === 'rejected' ? '重新上传' : '上传回执'}
              </Button>
            )}
          </div>
        </div>
      </div>
    </li>
  )
}

function Standing({ receipt }: { receipt: ReceiptWire }) {
  const late = receipt.state === 'overdue'
  const owed = late || receipt.state === 'awaiting' || receipt.state === 'rejected'
  return (
    <>
      {owed && (
        <p className={late || receipt.days_left <= 1 ? css.late : css.due}>
          <Icon name="clock" size={14} />
          {dueWords(receipt.due_on, receipt.days_left)}
        </p>
      )}
      {receipt.reason && <p className={css.late}>驳回原因：{receipt.reason}</p>}
      {receipt.state === 'submitted' && receipt.submitted_at && <p>已于 {beijingTime(receipt.submitted_at)} 提交，等待审核。</p>}
      {receipt.state === 'passed' && receipt.reviewed_at && <p>已于 {beijingTime(receipt.reviewed_at)} 通过审核并归档。</p>}
      <FileLinks files={receipt.files} label="已上传的回执" />
    </>
  )
}
