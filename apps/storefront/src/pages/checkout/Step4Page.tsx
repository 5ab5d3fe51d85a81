import { Link, redirect } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { moneyText } from '#ui/yuan.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { OrderState } from '../../parts/OrderState.tsx'
import css from '../../parts/paying/pay.module.css'
import { orderIdOf, type PayInfo, readPayInfo } from '../../parts/paying/pay-info.ts'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import { paths } from '../../paths.ts'
import { NextSteps } from './NextSteps.tsx'
import { NoOrder } from './NoOrder.tsx'

const NEXT = [
  { title: '仓库拣货复核', text: '按先到期先出的批次拣货，复核后出库' },
  { title: '随货资料', text: '随货同行单随货送达；药检报告在“药品检验报告”按批号下载' },
  { title: '确认收货', text: '请核对批号和数量，在订单详情里确认收货；返现和积分在订单完成后到账' },
] as const

export async function loader({ api: client, url, signal }: PageArgs): Promise<PayInfo | null> {
  if (!url.searchParams.get('id')) return null
  const info = await readPayInfo(client, orderIdOf(url.searchParams.get('id')), signal)
  // The gateway sends people here whether or not they paid; what is unpaid or cancelled is step 3's matter.
  if (info.status === 'pending_payment' || info.status === 'cancelled') throw redirect(paths.pay(info.id))
  return info
}

/** Step 4: paid, what happens next, and the ways on. */
export default function Step4Page() {
  const info = usePageData<typeof loader>()
  return info ? <Paid info={info} /> : <NoOrder title="支付完成" step={4} text="请从我的订单里选择要查看的订单" status="" />
}

function Paid({ info }: { info: PayInfo }) {
  const waiting = info.orders.filter((order) => order.status === 'pending_payment')
  const [next] = waiting
  return (
    <div className="wrap">
      <PageHead title="支付完成">
        <StepBanner step={4} />
      </PageHead>
      <section className={`panel ${css.done}`}>
        <p className={css.tick}>
          <Icon name="check" />
        </p>
        <h2>{waiting.length > 0 ? '这笔订单已支付，还有订单待付款' : '支付成功，我们开始备货'}</h2>
        <ul className={css.orders}>
          {info.orders.map((order) => (
            <li key={order.id}>
              <Link className="link" to={paths.order(order.id)}>
                订单 {order.no}
              </Link>
              <OrderState status={order.status} />
              {order.status === 'pending_payment' && <b>{moneyText(order.payable)}</b>}
            </li>
          ))}
        </ul>
        <p className={css.ways}>
          {next ? (
            <ButtonLink kind="primary" size="lg" to={next.is_hm === 1 ? paths.payBank(next.id) : paths.pay(next.id)}>
              继续支付 {moneyText(next.payable)}
            </ButtonLink>
          ) : (
            <ButtonLink kind="primary" size="lg" to={paths.order(info.id)}>
              查看订单
            </ButtonLink>
          )}
          <ButtonLink size="lg" to={paths.list()}>
            继续采购
          </ButtonLink>
        </p>
        <NextSteps steps={NEXT} />
      </section>
    </div>
  )
}
