import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import type { Change } from './changes.ts'
import css from './checkout.module.css'

interface Props {
  changes: readonly Change[]
  /** 元 of the sheet as it is now. */
  total: string
  onAgree: () => void
}

/** What is different now; takes the focus, because nothing has been ordered and the buyer must look again and agree. */
export function ChangesNote({ changes, total, onAgree }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (changes.length > 0) box.current?.focus()
  }, [changes])
  if (changes.length === 0) return null
  return (
    <section ref={box} className={css.changed} tabIndex={-1} role="alert" aria-labelledby="co-changed">
      <h2 id="co-changed">
        <Icon name="warn" />
        价格、库存或优惠刚有变化，请核对后再提交
      </h2>
      <p>订单还没有提交，下面的清单和金额已经是最新的。</p>
      <ul>
        {changes.map((change) => (
          <li key={change.key}>
            <span>{change.subject}</span>
            <span>{change.what}</span>
            <del>{change.before}</del>
            <span aria-hidden="true">→</span>
            <ins>{change.after}</ins>
          </li>
        ))}
      </ul>
      <Button kind="primary" onClick={onAgree}>
        接受变化，按 {moneyText(total)} 继续
      </Button>
    </section>
  )
}
