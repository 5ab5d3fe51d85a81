import css from './GoodsThumb.module.css'

/** The small picture of a goods in a row; the name stands beside it, so it says nothing. */
export function GoodsThumb({ image }: { image: string }) {
  return <span className={css.thumb}>{image && <img src={image} alt="" width={44} height={44} loading="lazy" decoding="async" />}</span>
}
