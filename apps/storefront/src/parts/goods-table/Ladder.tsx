import type { GoodsCardWire } from '#contract/goods.ts'

const STEPS_MAX = 3

/** 20盒起 10.60 200盒起 10.10 */
export function Ladder({ goods }: { goods: GoodsCardWire }) {
  return goods.ladder_price.slice(0, STEPS_MAX).map((step) => (
    <span key={step.number}>
      {step.text} {step.price}
    </span>
  ))
}
