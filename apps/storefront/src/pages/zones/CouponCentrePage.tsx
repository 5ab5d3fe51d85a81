import { useState } from 'react'
import type { CouponTemplateWire } from '#contract/activity.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { CouponTicket } from '../../parts/CouponTicket.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './zones.module.css'

export const loader = async ({ api: client, signal }: PageArgs) =>
  (await client.ask(api.couponCentre, { query: { limit: 100 }, signal })).data

const SHOWN = [
  { key: 'all', name: '全部', has: () => true },
  { key: 'open', name: '可领取', has: ({ state }: CouponTemplateWire) => state === 'open' },
  { key: 'mine', name: '已领取', has: ({ taken_by_me: taken }: CouponTemplateWire) => taken > 0 },
  { key: 'coming', name: '即将开始', has: ({ state }: CouponTemplateWire) => state === 'coming' },
] as const

/** /lqzx */
export default function CouponCentrePage() {
  const { list: first } = usePageData<typeof loader>()
  const [taken, setTaken] = useState<ReadonlyMap<number, CouponTemplateWire>>(new Map())
  const [shown, setShown] = useState<(typeof SHOWN)[number]['key']>('all')
  const list = first.map((coupon) => taken.get(coupon.id) ?? coupon)
  const chosen = SHOWN.find(({ key }) => key === shown) ?? SHOWN[0]
  const fitting = list.filter(chosen.has)
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '领券中心' }]} />
      <ZoneHead
        accent="hot"
        art="ticket"
        title="领券中心"
        intro="先领券再下单，结算时自动选用最省的一组"
        facts={['可与满减同享', '部分券可叠加', '取消订单自动退回']}
      />
      <fieldset className={css.tabs} aria-label="筛选优惠券">
        {SHOWN.map(({ key, name, has }) => (
          <button key={key} type="button" aria-pressed={key === shown} onClick={() => setShown(key)}>
            {name} <small>{list.filter(has).length}</small>
          </button>
        ))}
      </fieldset>
      {fitting.length === 0 ? (
        <Nothing picture="paper" text={shown === 'all' ? '暂时没有可领的优惠券' : `没有${chosen.name}的优惠券`}>
          <ButtonLink to={paths.list()} kind="primary">
            浏览全部商品
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={css.tickets}>
          {fitting.map((coupon) => (
            <CouponTicket key={coupon.id} coupon={coupon} onTaken={(next) => setTaken((old) => new Map(old).set(next.id, next))} />
          ))}
        </ul>
      )}
    </div>
  )
}
