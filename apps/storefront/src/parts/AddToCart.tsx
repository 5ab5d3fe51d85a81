import { useEffect, useState } from 'react'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import css from './AddToCart.module.css'
import { correct, mostOf } from './goods-facts.ts'
import { Stepper } from './Stepper.tsx'
import { addLine, useCartAdd } from './useCartAdd.ts'

interface Props {
  goods: GoodsCardWire
  /** Told how many units of it the cart holds now. */
  onAdded?: (inCart: number) => void
}

/** How many, and into the cart. What a number was corrected to is said under it; adding never blocks the next one. */
export function AddToCart({ goods, onAdded }: Props) {
  const add = useCartAdd()
  const [number, setNumber] = useState(goods.min_number)
  const [said, setSaid] = useState('')
  useEffect(() => setNumber(goods.min_number), [goods.min_number])
  const wish = (wished: number): void => {
    const answer = correct(wished, goods)
    setNumber(answer.number || goods.min_number)
    setSaid(answer.corrections[0]?.message ?? '')
  }
  const send = async (): Promise<void> => {
    const answer = await add(addLine(goods, number))
    const line = answer?.lines[0]
    if (line === undefined) return
    setSaid(line.corrections[0]?.message ?? line.reasons[0]?.message ?? '')
    if (line.id > 0) onAdded?.(line.number)
  }
  return (
    <div className={css.act}>
      <Stepper label={`${goods.name} 数量`} value={number} step={goods.step} min={goods.min_number} max={mostOf(goods)} onChange={wish} />
      <button type="button" className="btn btn-soft" aria-label={`把 ${goods.name} 加入购物车`} onClick={() => void send()}>
        <Icon name="cart" />
        加入
      </button>
      <p className={css.said} role="status">
        {said}
      </p>
    </div>
  )
}
