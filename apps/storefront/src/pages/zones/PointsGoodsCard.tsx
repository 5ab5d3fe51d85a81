import { useState } from 'react'
import type { PointsGoodsWire } from '#contract/points.ts'
import { Button } from '#ui/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { ExchangeDialog } from './ExchangeDialog.tsx'
import css from './points.module.css'
import { POINTS_KINDS } from './points-words.ts'

/** One thing of the points mall: what it costs in points, what is left, and taking it. */
export function PointsGoodsCard({ goods, signedIn }: { goods: PointsGoodsWire; signedIn: boolean }) {
  const [asking, setAsking] = useState(false)
  const shut = signedIn && goods.can_take === 0
  const notes = [
    goods.left !== null && `剩 ${goods.left}`,
    goods.per_buyer !== null && `每户限 ${goods.per_buyer}`,
    goods.taken_by_me > 0 && `已兑 ${goods.taken_by_me}`,
  ].filter(Boolean)
  return (
    <li className={`panel ${css.card}`}>
      <span className={css.picture}>
        {goods.image && <img src={goods.image} alt="" width="160" height="160" loading="lazy" />}
        <small>{POINTS_KINDS[goods.kind]}</small>
      </span>
      <b className="ell" title={goods.name}>
        {goods.name}
      </b>
      <p className={css.intro} title={goods.intro}>
        {goods.intro}
      </p>
      <p className={css.cost}>
        <b>{goods.points.toLocaleString('zh-CN')}</b> 积分
        {goods.money !== null && goods.money !== '0.00' && (
          <>
            {' + '}
            <Money yuan={goods.money} size="sm" />
          </>
        )}
        {goods.worth !== null && <del>{moneyText(goods.worth)}</del>}
      </p>
      <div className={css.foot}>
        <small className={shut ? undefined : 'ell'}>{shut ? goods.why || '暂不可兑换' : notes.join(' · ')}</small>
        {shut ? null : signedIn ? (
          <Button kind="primary" size="sm" onClick={() => setAsking(true)} aria-label={`立即兑换 ${goods.name}`}>
            立即兑换
          </Button>
        ) : (
          <LoginLink className="btn btn-soft btn-sm">登录兑换</LoginLink>
        )}
      </div>
      {asking && <ExchangeDialog goods={goods} onClose={() => setAsking(false)} />}
    </li>
  )
}
