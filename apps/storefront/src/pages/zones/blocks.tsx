import type { ZoneBlockWire } from '#contract/zones.ts'
import { Countdown } from '#ui/Countdown.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CouponTicket } from '../../parts/CouponTicket.tsx'
import { GoodsCard } from '../../parts/GoodsCard.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './blocks.module.css'
import { PromotionStrip } from './PromotionStrip.tsx'
import zones from './zones.module.css'

/** A page that staff composed, block by block. */
export function Blocks({ blocks }: { blocks: readonly ZoneBlockWire[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id and never move while the page is open
    <Block key={`${block.type}-${index}`} block={block} />
  ))
}

function Block({ block }: { block: ZoneBlockWire }) {
  switch (block.type) {
    case 'banner':
      return <Banner block={block} />
    case 'countdown':
      return block.ends_at === null ? null : (
        <p className={`panel ${css.countdown}`}>
          <Icon name="clock" />
          {block.title || '距活动结束'}
          <Countdown look="dark" until={block.ends_at} />
        </p>
      )
    case 'text':
      return (
        <section className={`panel ${css.text}`}>
          {block.title && <h2>{block.title}</h2>}
          {block.text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )
    case 'coupons':
      return block.coupons.length === 0 ? null : (
        <section className={css.block}>
          <Head block={block} />
          <ul className={zones.tickets}>
            {block.coupons.map((coupon) => (
              <CouponTicket key={coupon.id} coupon={coupon} compact />
            ))}
          </ul>
        </section>
      )
    case 'promotion':
      return block.promotions.length === 0 ? null : (
        <section className={css.block}>
          <Head block={block} />
          <PromotionStrip promotions={block.promotions} />
        </section>
      )
    case 'goods':
      return block.goods.length === 0 ? null : (
        <section className={css.block}>
          <Head block={block} />
          <ul className={block.columns === 4 ? `${css.goods} ${css.four}` : css.goods}>
            {block.goods.map((goods) => (
              <GoodsCard key={`${goods.id}-${goods.goods_price_id}`} goods={goods} />
            ))}
          </ul>
        </section>
      )
  }
}

function Head({ block }: { block: ZoneBlockWire }) {
  if (!block.title) return null
  return (
    <header className={css.head}>
      <h2>{block.title}</h2>
      {block.text && <p>{block.text}</p>}
      {block.url && (
        <SiteLink url={block.url} className="more">
          查看更多
          <Icon name="right" size={12} />
        </SiteLink>
      )}
    </header>
  )
}

/** The words stand over the picture, so that they can be read, searched and spoken. */
function Banner({ block }: { block: ZoneBlockWire }) {
  const words = (
    <>
      {block.image && <img src={block.image} alt="" />}
      <span className={css.over}>
        {block.title && <b>{block.title}</b>}
        {block.text && <small>{block.text}</small>}
      </span>
    </>
  )
  return block.url ? (
    <SiteLink url={block.url} className={css.banner}>
      {words}
    </SiteLink>
  ) : (
    <div className={css.banner}>{words}</div>
  )
}
