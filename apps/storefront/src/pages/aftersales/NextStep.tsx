import { Link } from 'react-router'
import type { AfterSaleDetailWire } from '#contract/aftersales.ts'
import { CopyText } from '#ui/CopyText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberPaths } from '../../member-paths.ts'
import { isClosed } from '../../parts/orders/AfterSaleState.tsx'
import css from './aftersales.module.css'

/** What happens next, and who has to do it. */
export function NextStep({ row }: { row: AfterSaleDetailWire }) {
  const { return_to: to } = row
  if (row.status === 'sending' && to) {
    const whole = `${to.receiver} ${to.phone} ${to.address}`
    return (
      <div className={css.next}>
        <Icon name="truck" size={20} />
        <div>
          <b>请把商品寄到</b>
          <p>
            {to.receiver} {to.phone}
            <br />
            {to.address} <CopyText text={whole} what="寄回地址" />
          </p>
          {row.send_before && <p className={css.warn}>请在 {beijingTime(row.send_before)} 前寄出并填写运单号，逾期自动撤销。</p>}
        </div>
      </div>
    )
  }
  const text = TEXTS[row.status]?.(row)
  if (!text) return null
  return (
    <div className={row.status === 'rejected' ? `${css.next} ${css.bad}` : css.next}>
      <Icon name={row.status === 'rejected' ? 'alert' : 'info'} size={20} />
      <p>
        {text}{' '}
        {isClosed(row.status) && (
          <Link className="link" to={memberPaths.afterSaleApply(row.order_id)}>
            重新申请
          </Link>
        )}
      </p>
    </div>
  )
}

/** What has arrived, and who brings the rest. */
function refundWords(refunds: AfterSaleDetailWire['refunds']): string {
  const arrived = refunds.filter(({ status }) => status === 'done').map(({ channel_name: name }) => name)
  const waiting = refunds.filter(({ status }) => status === 'pending')
  const bank = waiting.some(({ channel }) => channel === 'bank')
  const gateway = waiting.some(({ channel }) => channel !== 'bank')
  const parts = [
    arrived.length > 0 && `${arrived.join('、')}已到账`,
    gateway && '在线支付由支付渠道原路退回',
    bank && '对公转账由财务汇回原账户',
  ].filter(Boolean)
  return `${parts.join('；')}。到账情况见“退款去向”。`
}

const TEXTS: Partial<Record<AfterSaleDetailWire['status'], (row: AfterSaleDetailWire) => string>> = {
  reviewing: ({ kind }) =>
    kind === 'return'
      ? '客服通常在 1 个工作日内审核，通过后会告知寄回地址。'
      : '客服通常在 1 个工作日内与仓库核实，核实后直接退款，无需寄回商品。',
  inspecting: ({ carrier, waybill }) => `${carrier} ${waybill}。仓库收到后核对批号、数量和外观，验收合格即退款。`,
  refunding: ({ refunds }) => refundWords(refunds),
  rejected: ({ reject_reason }) => `原因：${reject_reason}。如有疑问请联系客户经理，也可补充材料再试。`,
  cancelled: () => '所申请的数量已释放，期限内可以再次申请。',
}
