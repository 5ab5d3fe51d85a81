import { Link } from 'react-router'
import type { PromotionWire } from '#contract/activity.ts'
import { Block } from '#ui/Block.tsx'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import { Money } from '#ui/Money.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { useUser } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './cashback.module.css'
import { Tiers } from './Tiers.tsx'
import page from './zones.module.css'

export const loader = async ({ api: client, signal }: PageArgs) => (await client.ask(api.cashbackInfo, { signal })).data

const RULES = [
  '按一张订单里实付的商品金额计算：扣除满减与优惠券之后，运费不计。',
  '达到哪一档，就按哪一档返；每张订单分别计算。',
  '订单完成后返到账户余额，下次采购可直接抵用。',
  '订单退货的，按退货比例收回已返的金额。',
] as const

/** /hb */
export default function CashbackPage() {
  const { activities, earned } = usePageData<typeof loader>()
  const user = useUser()
  return (
    <div className={`wrap ${page.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '满额返现' }]} />
      <ZoneHead
        accent="hot"
        art="coin"
        title="满额返现"
        intro="按实付商品金额返到账户余额，下次采购直接抵用"
        facts={['订单完成后到账', '与满减、优惠券同享', '退货按比例收回']}
      />
      {activities.length === 0 ? (
        <Nothing picture="clock" text="返现活动暂未开始">
          <ButtonLink to={paths.couponCentre()} kind="primary">
            去领券
          </ButtonLink>
        </Nothing>
      ) : (
        activities.map((activity) => <Activity key={activity.id} activity={activity} />)
      )}
      <Block title="返现怎么算" className={css.activity}>
        <ul className={css.rules}>
          {RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Block>
      <Block title="我的返现" className={css.mine}>
        {user === null ? (
          <p className={css.quiet}>
            <LoginLink className="btn btn-soft btn-sm">登录</LoginLink> 后查看您的返现记录
          </p>
        ) : earned.length === 0 ? (
          <p className={css.quiet}>还没有返现记录，参加活动的订单完成后会显示在这里</p>
        ) : (
          <ul className={css.records}>
            {earned.map((row) => (
              <li key={row.order_id}>
                <Link to={paths.order(row.order_id)} className="link">
                  {row.no}
                </Link>
                <span>{row.state}</span>
                <Money yuan={row.amount} />
              </li>
            ))}
          </ul>
        )}
      </Block>
    </div>
  )
}

function Activity({ activity }: { activity: PromotionWire }) {
  const { name, intro, state, starts_at: startsAt, ends_at: endsAt } = activity
  return (
    <Block
      title={name}
      className={css.activity}
      head={
        <span className="muted">
          {state === 'coming' ? '距开始' : '距结束'} <Countdown until={state === 'coming' ? startsAt : endsAt} />
        </span>
      }
    >
      {intro && <p className={css.intro}>{intro}</p>}
      <Tiers activity={activity} />
      <ButtonLink to={paths.activity('all', activity.id)} kind="primary">
        {state === 'coming' ? '先看看商品' : '去采购'}
      </ButtonLink>
    </Block>
  )
}
