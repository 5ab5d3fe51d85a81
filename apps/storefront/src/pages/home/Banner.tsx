import { useEffect, useState } from 'react'
import type { AdvertWire } from '#contract/content.ts'
import { PackStage } from '../../parts/PackStage.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './Banner.module.css'

const TURN_MS = 6_000

/** The operator's adverts, one after the other; they stand still under the mouse, the focus, and for who wants less motion. */
export function Banner({ adverts }: { adverts: readonly AdvertWire[] }) {
  const [index, setIndex] = useState(0)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || adverts.length < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setIndex((old) => (old + 1) % adverts.length), TURN_MS)
    return () => clearInterval(timer)
  }, [held, adverts.length])
  const advert = adverts[index % Math.max(adverts.length, 1)]
  return (
    <section
      className={advert?.style ? `${css.banner} ${css[advert.style] ?? ''}` : css.banner}
      aria-roledescription="轮播"
      aria-label="推广"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {advert?.image ? <img className={css.image} src={advert.image} alt="" /> : <PackStage className={css.stage} />}
      <div className={css.words} aria-live={held ? 'polite' : 'off'}>
        <h2>{advert?.title ?? '一张清单，配齐门店所需'}</h2>
        <p>{advert ? advert.subtitle : '按拼音首字母找药，阶梯价与效期一目了然'}</p>
        <div className={css.ways}>
          <SiteLink url={advert ? advert.url : '/list'} className={`btn ${css.go}`}>
            {advert ? '进入专场' : '浏览全部商品'}
          </SiteLink>
        </div>
      </div>
      {adverts.length > 1 && (
        <ul className={css.dots}>
          {adverts.map(({ id, title }, place) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`第 ${place + 1} 张：${title}`}
                aria-current={place === index ? 'true' : undefined}
                onClick={() => setIndex(place)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
