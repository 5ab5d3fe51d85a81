import type { GoodsCardWire } from '#contract/goods.ts'
import css from './DrugMark.module.css'

const MARKS: Partial<Record<GoodsCardWire['drug_class'], { name: string; look: string | undefined }>> = {
  rx: { name: '处方药', look: css.rx },
  otc_a: { name: 'OTC 甲', look: css.otcA },
  otc_b: { name: 'OTC 乙', look: css.otcB },
  device: { name: '器械', look: css.device },
}

/** 处方药 and the two OTC classes must be told apart wherever a drug is named. */
export function DrugMark({ value }: { value: GoodsCardWire['drug_class'] }) {
  const mark = MARKS[value]
  return mark ? <span className={`${css.mark} ${mark.look}`}>{mark.name}</span> : null
}
