import type { AfterSaleDetailWire } from '#contract/aftersales.ts'
import { CopyText } from '../../parts/CopyText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { beijingTime } from '../order/times.ts'
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
      <p>{text}</p>
    </div>
  )
}

const TEXTS: Partial<Record<AfterSaleDetailWire['status'], (row: AfterSaleDetailWire) => string>> = {
  reviewing: ({ kind }) =>
    kind === 'return'
      ? '客服通常在 1 个工作日内审核，通过后会告知寄回地址。'
      : '客服通常在 1 个工作日内与仓库核实，核实后直接退款，无需寄回商品。',
  inspecting: ({ carrier, waybill }) => `${carrier} ${waybill}。仓库收到后核对批号、数量和外观，验收合格即退款。`,
  refunding: () => '余额与现金券已到账；在线支付由支付渠道退回，对公转账由财务汇出，到账以下方状态为准。',
  rejected: ({ reject_reason }) => `原因：${reject_reason}。如有疑问请联系客户经理，也可补充材料后重新申请。`,
}
