import { useState } from 'react'
import type { GoodsDetailWire } from '#contract/goods.ts'
import css from './detail.module.css'
import { AskService, Favourite } from './GoodsActs.tsx'

/** The large picture, the others under it. */
export function Gallery({ goods, signedIn }: { goods: GoodsDetailWire; signedIn: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const images = goods.goods_image
  const shown = images.find(({ url }) => url === chosen) ?? images[0]
  const drawn = shown?.url.startsWith('/img/package/') ?? false
  return (
    <div className={css.gallery}>
      <div className={css.picture}>
        {shown && <img src={shown.url} alt={`${goods.name} 包装`} width={320} height={320} decoding="async" />}
        {drawn && <small>包装示意图，以实物为准</small>}
      </div>
      {images.length > 1 && (
        <ul className={css.thumbs}>
          {images.map(({ url }, index) => (
            <li key={url}>
              <button type="button" aria-label={`第 ${index + 1} 张图片`} aria-pressed={url === shown?.url} onClick={() => setChosen(url)}>
                <img src={url} alt="" width={76} height={76} loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {signedIn && (
        <div className={css.acts}>
          <Favourite goods={goods} />
          <AskService />
          <span className={css.code}>商品编码 {goods.code}</span>
        </div>
      )}
    </div>
  )
}
