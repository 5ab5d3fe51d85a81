import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import css from '../../parts/orders/order.module.css'
import type { ActionOrder } from './order-act.ts'

const REASONS = ['商品或数量选错', '收货信息有误', '价格不合适', '暂时不需要了', '其他原因'] as const

interface Props {
  order: ActionOrder
  onClose: () => void
  onCancel: (reason: string) => void
}

/** Cancelling gives back stock and money and cannot be undone, so it asks, and asks why. */
export function CancelDialog({ order, onClose, onCancel }: Props) {
  const [reason, setReason] = useState<string>(REASONS[0])
  return (
    <Dialog
      title="确定取消这笔订单吗?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>暂不取消</Button>
          <Button kind="primary" onClick={() => onCancel(reason)}>
            取消订单
          </Button>
        </>
      }
    >
      <p>订单 {order.no} 取消后，占用的库存会释放，已付的款项原路退回。</p>
      <fieldset className={css.reasons}>
        <legend className="said">取消原因</legend>
        {REASONS.map((text) => (
          <label key={text} className="check">
            <input type="radio" name="reason" checked={reason === text} onChange={() => setReason(text)} />
            {text}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
