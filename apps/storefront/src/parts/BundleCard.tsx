import { useState } from 'react'
import { Link } from 'react-router'
import type { BundleWire } from '#contract/promotions.ts'
import { Button } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { useUser } from '../api/queries.ts'
import { paths } from '../paths.ts'
import css from './BundleCard.module.css'
import { GoodsPicture } from './GoodsPicture.tsx'
import { LoginLink } from './LoginLink.tsx'
import { Stepper } from './Stepper.tsx'
import { useCartAdd } from './useCartAdd.ts'

/** The line's sort on the wire (specification section 3). */
const BUNDLE_TYPE = 3

function Struck({ price, former }: { price: string; former: string | null }) {
  const was = formerPrice(price, former)
  return was && <del>{moneyText(was)}</del>
}

/** A bundle: what is in it, what it costs as one, and what that saves. */
export function BundleCard({ bundle }: { bundle: BundleWire }) {
  const { name, hint, items, ck_name: warehouse, limit_per_buyer: limit, left, ends_at: endsAt } = bundle
  const notes = [`${warehouse}发货`, limit !== null && `每户限 ${limit} 套`, left !== null && `剩 ${left} 套`].filter(Boolean)
  return (
    <li className={`panel ${css.card}`}>
      <header>
        <h2>{name}</h2>
        <p>{hint}</p>
      </header>
      <ul className={css.items}>
        {items.map(({ goods, number, price }) => (
          <li key={goods.id}>
            <Link to={paths.goods(goods.id)}>
              <GoodsPicture goods={goods} />
              <b className="ell" title={goods.name}>
                {goods.name}
              </b>
              <small className="ell">{goods.ypgg}</small>
              <small>
                {price !== null && (
                  <>
                    {moneyText(price)}
                    <Struck price={price} former={goods.price} />{' '}
                  </>
                )}
                <i>
                  ×{number}
                  {goods.bzdw}
                </i>
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <footer>
        <div className={css.sum}>
          {bundle.price === null ? (
            <Unseen bundle={bundle} />
          ) : (
            <>
              <span>
                组合价 <Money yuan={bundle.price} size="lg" />
                <Struck price={bundle.price} former={bundle.raw_price} />
              </span>
              {bundle.saving !== null && bundle.saving !== '0.00' && <em>立省 {moneyText(bundle.saving)}</em>}
            </>
          )}
          <small>
            {notes.join(' · ')}
            {endsAt && (
              <>
                {' · 剩余 '}
                <Countdown until={endsAt} />
              </>
            )}
          </small>
        </div>
        <Buy bundle={bundle} />
      </footer>
    </li>
  )
}

/** Visitors may sign in; who is signed in and sees no price waits for the review. */
function Unseen({ bundle }: { bundle: BundleWire }) {
  const user = useUser()
  if (user === null) return <LoginLink className={css.unseen}>登录后可见价格</LoginLink>
  return <span className={css.unseen}>{user.is_passed === 1 ? bundle.reason || '暂不能查看价格' : '审核通过后可见价格'}</span>
}

function Buy({ bundle }: { bundle: BundleWire }) {
  const add = useCartAdd()
  const [number, setNumber] = useState(1)
  const { busy, run } = useBusy()
  const [first] = bundle.items
  if (bundle.price === null || first === undefined) return null
  if (bundle.can_buy === 0) return <p className={css.why}>{bundle.reason || '暂不可购'}</p>
  const buy = () => run(() => add({ goods_id: first.goods.id, number, type: BUNDLE_TYPE, goods_price_id: bundle.id, ck_id: bundle.ck_id }))
  return (
    <div className={css.buy}>
      <Stepper label={`${bundle.name} 套数`} value={number} step={1} min={1} max={bundle.max ?? 1} onChange={setNumber} />
      <Button kind="primary" disabled={busy} onClick={() => void buy()} aria-label={`把 ${bundle.name} 加入购物车`}>
        <Icon name="cart" />
        加入购物车
      </Button>
    </div>
  )
}
