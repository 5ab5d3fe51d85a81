import { Link, useRevalidator } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import { Money } from '#ui/Money.tsx'
import { useNow } from '#ui/now.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { BankAccount } from '../../parts/paying/BankAccount.tsx'
import css from '../../parts/paying/pay.module.css'
import { isEphedrine, orderIdOf, type PayInfo, readPayInfo } from '../../parts/paying/pay-info.ts'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import { paths } from '../../paths.ts'
import { NextSteps } from './NextSteps.tsx'
import { NoOrder } from './NoOrder.tsx'
import { OrderClosed } from './OrderClosed.tsx'
import { SiblingOrders } from './SiblingOrders.tsx'
import { type TransferInfo, TransferProof } from './TransferProof.tsx'

const STEPS = [
  { title: '对公转账', text: '从贵单位的对公账户转账，不收现金和个人钱包付款' },
  { title: '财务核对', text: '提交凭证后由财务核对，到账即转为已付款并开始备货' },
  { title: '上传回执', text: '收货后 7 日内上传盖章回执，逾期将暂停含麻商品的采购' },
] as const

export async function loader({ api: client, url, signal }: PageArgs) {
  if (!url.searchParams.get('id')) return null
  const id = orderIdOf(url.searchParams.get('id'))
  const [info, { data: transfer }] = await Promise.all([
    readPayInfo(client, id, signal),
    client.ask(memberApi.transferInfo, { params: { id }, signal }),
  ])
  return { info, transfer }
}

/** /cart/hm: a transfer from the company's account; the only way to pay an order with ephedrine goods. */
export default function HmPage() {
  const data = usePageData<typeof loader>()
  if (data === null) return <NoOrder title="对公转账支付" step={3} text="请从我的订单里选择要转账支付的订单" status="pending_payment" />
  const { info, transfer } = data
  return (
    <div className="wrap">
      <PageHead title="对公转账支付">
        <StepBanner step={3} />
      </PageHead>
      {info.status === 'pending_payment' ? <Transfer key={info.id} info={info} transfer={transfer} /> : <OrderClosed info={info} />}
      <SiblingOrders info={info} />
    </div>
  )
}

function Transfer({ info, transfer }: { info: PayInfo; transfer: TransferInfo }) {
  const { revalidate } = useRevalidator()
  const now = useNow()
  const ephedrine = isEphedrine(info)
  const channel = info.channels.find((one) => one.code === 'bank')
  const waiting = transfer.proof?.state === 'submitted'
  return (
    <section className={`panel ${css.pay}`}>
      <div className={css.due}>
        <p>
          {ephedrine ? '含特殊药品复方制剂订单' : '订单号'}{' '}
          <Link className="link" to={paths.order(info.id)}>
            {info.no}
          </Link>
        </p>
        <p className={css.amount}>
          <span>转账金额</span>
          <Money yuan={info.payable} size="lg" />
        </p>
        {info.pay_before && (
          <p className={css.deadline}>
            {waiting ? '凭证核对期间订单保留，剩余 ' : '请在 '}
            <Countdown until={info.pay_before} onEnd={() => void revalidate()} />
            {waiting ? '' : ' 内转账并提交凭证，逾期订单自动取消'}
          </p>
        )}
      </div>
      {channel && !channel.open ? (
        <p className={css.problem}>{channel.why}</p>
      ) : (
        <>
          {!waiting && <BankAccount note={channel?.note ?? ''} />}
          <TransferProof info={info} transfer={transfer} today={beijingTime(new Date(now).toISOString()).slice(0, 10)} />
          <div className={css.ways}>
            <ButtonLink to={paths.order(info.id)}>查看订单</ButtonLink>
            {!ephedrine && !waiting && <ButtonLink to={paths.pay(info.id)}>换一种支付方式</ButtonLink>}
          </div>
        </>
      )}
      <NextSteps steps={ephedrine ? STEPS : STEPS.slice(0, 2)} />
    </section>
  )
}
