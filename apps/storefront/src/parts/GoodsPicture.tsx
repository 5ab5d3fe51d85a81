import type { GoodsCardWire } from '#contract/goods.ts'
import css from './GoodsPicture.module.css'

/** The tile of a goods: its photo, or the package drawn for it. The name stands beside it, so it says nothing. */
export function GoodsPicture({ goods }: { goods: Pick<GoodsCardWire, 'goods_image'> }) {
  const image = goods.goods_image[0]?.url
  return <span className={css.tile}>{image && <img src={image} alt="" width={160} height={160} loading="lazy" decoding="async" />}</span>
}
