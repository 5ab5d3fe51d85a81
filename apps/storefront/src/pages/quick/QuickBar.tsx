import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Money } from '#ui/Money.tsx'
import css from './quick.module.css'

interface Props {
  /** Kinds of goods that go into the cart. */
  count: number
  sum: string
  busy: boolean
  all: { label: string; on: boolean; none: boolean; toggle: () => void }
  onAdd: () => void
  onClear: () => void
}

/** What was chosen and what it comes to, always in sight, with the one press that ends the work. */
export function QuickBar({ count, sum, busy, all, onAdd, onClear }: Props) {
  return (
    <ActionBar label="合计" all={all}>
      {count > 0 && (
        <Button kind="ghost" size="sm" className="not-phone" onClick={onClear}>
          清空
        </Button>
      )}
      <span className={css.hints} aria-hidden="true">
        <kbd className="kbd">↑</kbd>
        <kbd className="kbd">↓</kbd> 换行 <kbd className="kbd">Enter</kbd> 下一行 <kbd className="kbd">Ctrl</kbd>
        <kbd className="kbd">Enter</kbd> 全部加入
      </span>
      <p className={css.sums} role="status">
        已选 <b>{count}</b> 种
        <span className={css.sum}>
          预计 <Money yuan={sum} size="lg" />
        </span>
      </p>
      <Button kind="primary" size="lg" disabled={count === 0 || busy} onClick={onAdd}>
        {busy ? '正在加入…' : '全部加入购物车'}
      </Button>
    </ActionBar>
  )
}
