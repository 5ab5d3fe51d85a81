import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { failureText } from '../../parts/paying/failure.ts'
import css from './checkout.module.css'
import type { PlaceBody } from './submission.ts'
import { outcomeOpen, usePlace } from './usePlace.ts'

/** The order was sent and no answer came. The same request is asked again, under the same key: it is placed once or found again. */
export function Unanswered({ body, onRefused }: { body: PlaceBody; onRefused: (message: string) => void }) {
  const place = usePlace()
  const [asking, setAsking] = useState(false)
  const [tried, setTried] = useState('')
  const ask = async (): Promise<void> => {
    setAsking(true)
    try {
      await place(body)
    } catch (error) {
      if (!outcomeOpen(error)) return onRefused(failureText(error) ?? '')
      setTried('仍然没有应答，请稍候再试')
      setAsking(false)
    }
  }
  return (
    <section className={`panel ${css.placeholder}`} role="alert">
      <h2>订单已发出，还没有收到结果</h2>
      <p>网络没有应答。请点“确认结果”，同一份订单只会提交一次，不会重复下单。</p>
      <Button kind="primary" size="lg" disabled={asking} onClick={() => void ask()}>
        {asking ? '正在确认…' : '确认结果'}
      </Button>
      {tried && <p>{tried}</p>}
    </section>
  )
}
