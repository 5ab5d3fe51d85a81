import { useState } from 'react'
import { Link, redirect, useRevalidator } from 'react-router'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import { Money } from '#ui/Money.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { moneyText } from '#ui/yuan.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { PayChannels, whyAllShut } from '../../parts/paying/PayChannels.tsx'
import css from '../../parts/paying/pay.module.css'
import { isEphedrine, orderIdOf, type PayInfo, readPayInfo } from '../../parts/paying/pay-info.ts'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import { paths } from '../../paths.ts'
import { OrderClosed } from './OrderClosed.tsx'
import { PayWaiting } from './PayWaiting.tsx'
import { SiblingOrders } from './SiblingOrders.tsx'
import { usePay } from './usePay.ts'

export async function loader({ api: client, params, signal }: PageArgs): Promise<PayInfo> {
  const info = await readPayInfo(client, orderIdOf(params.id), signal)
  if (info.status === 'pending_payment' && isEphedrine(info)) throw redirect(paths.payBank(info.id))
  return info
}

/** Step 3: one order, its amount, its deadline, and the channels that are open for it. */
export default function Step3Page() {
  const info = usePageData<typeof loader>()
  return (
    <div className="wrap">
      <PageHead title="支付订单">
        <StepBanner step={3} />
      </PageHead>
      {info.status === 'pending_payment' ? <Pending key={info.id} info={info} /> : <OrderClosed info={info} />}
      <SiblingOrders info={info} />
    </div>
  )
}

function Pending({ info }: { info: PayInfo }) {
  const pay = usePay(info.id)
  const { revalidate } = useRevalidator()
  const open = info.channels.filter((channel) => channel.open)
  const [channel, setChannel] = useState(open[0]?.code ?? '')
  const shut = whyAllShut(info.channels)
  const chosen = open.find(({ code }) => code === channel)
  return (
    <section className={`panel ${css.pay}`}>
      <div className={css.due}>
        <p>
          订单号{' '}
          <Link className="link" to={paths.order(info.id)}>
            {info.no}
          </Link>
        </p>
        <p className={css.amount}>
          <span>应付金额</span>
          <Money yuan={info.payable} size="lg" />
        </p>
        {info.pay_before && (
          <p className={css.deadline}>
            请在 <Countdown until={info.pay_before} onEnd={() => void revalidate()} /> 内完成支付，逾期订单自动取消
          </p>
        )}
      </div>
      {pay.phase === 'waiting' ? (
        <PayWaiting pay={pay} />
      ) : shut ? (
        // Where no way is open the ways are not listed: nobody should transfer money for an order that waits.
        <>
          <p className={css.problem} role="status">
            {shut}
          </p>
          <ButtonLink to={paths.order(info.id)}>查看订单</ButtonLink>
        </>
      ) : (
        <>
          <PayChannels channels={info.channels} chosen={channel} disabled={pay.phase === 'starting'} onChoose={setChannel} />
          {pay.problem && (
            <p className={css.problem} role="alert">
              {pay.problem}
            </p>
          )}
          {open.length === 0 ? (
            <p className={css.problem}>目前没有可用的支付方式，请联系您的客户经理。</p>
          ) : channel === 'bank' ? (
            <ButtonLink kind="primary" size="xl" to={paths.payBank(info.id)}>
              去转账并提交凭证
            </ButtonLink>
          ) : (
            <Button kind="primary" size="xl" disabled={pay.phase === 'starting' || !chosen} onClick={() => void pay.pay(channel)}>
              {pay.phase === 'starting' ? '正在打开支付…' : `立即支付 ${moneyText(info.payable)}`}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
