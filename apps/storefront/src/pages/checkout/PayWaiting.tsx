import { Button } from '#ui/Button.tsx'
import css from '../../parts/paying/pay.module.css'
import type { Pay } from './usePay.ts'

/** The payment is open at the gateway; the page asks for the result by itself, and at once when told. */
export function PayWaiting({ pay }: { pay: Pay }) {
  return (
    <div className={css.waiting}>
      <h2>正在等待支付结果</h2>
      <p>支付完成后，本页会自动进入下一步。</p>
      <div>
        <Button kind="primary" size="lg" onClick={() => void pay.check()}>
          已完成支付
        </Button>
        <Button size="lg" onClick={pay.giveUp}>
          遇到问题，换一种方式
        </Button>
      </div>
      <p role="status" className={css.said}>
        {pay.said}
      </p>
    </div>
  )
}
