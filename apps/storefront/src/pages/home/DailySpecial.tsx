import type { DataOf } from '#contract/call.ts'
import { Countdown } from '#ui/Countdown.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './Blocks.module.css'
import { GoodsRow } from './HomeGoods.tsx'
import { Section } from './Section.tsx'

type Daily = DataOf<typeof import('#contract/goods.ts').everydayPrice>

/** 每日特价 */
export function DailySpecial({ daily }: { daily: Daily }) {
  return (
    <Section
      title="每日特价"
      about={
        <>
          每天 0 点更新 · 今日 {daily.list.length} 款 · 售完恢复原价
          {daily.ends_at && (
            <>
              {' · 剩余 '}
              <Countdown until={daily.ends_at} />
            </>
          )}
        </>
      }
      end={
        <SiteLink url="/mrtj" className="more">
          全部特价
          <Icon name="right" size={12} />
        </SiteLink>
      }
    >
      <ul className={css.four}>
        {daily.list.slice(0, 8).map((goods) => (
          <GoodsRow key={goods.id} goods={goods} />
        ))}
      </ul>
    </Section>
  )
}
