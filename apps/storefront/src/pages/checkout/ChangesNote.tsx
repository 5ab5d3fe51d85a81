import { useEffect, useRef } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import type { Change } from './changes.ts'
import css from './checkout.module.css'

/** What is different now; takes the focus, because nothing has been ordered and the buyer must look again. */
export function ChangesNote({ changes }: { changes: readonly Change[] }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (changes.length > 0) box.current?.focus()
  }, [changes])
  if (changes.length === 0) return null
  return (
    <section ref={box} className={css.changed} tabIndex={-1} role="alert" aria-labelledby="co-changed">
      <h2 id="co-changed">
        <Icon name="warn" />
        价格或库存刚有变化，请核对后再提交
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
    </section>
  )
}
