import { Link, redirect, useRevalidator } from 'react-router'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { CopyText } from '../../parts/CopyText.tsx'
import { Countdown } from '../../parts/Countdown.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { paths } from '../../paths.ts'
import { bankFacts } from './bank-facts.ts'
import { NextSteps } from './NextSteps.tsx'
import { OrderClosed } from './OrderClosed.tsx'
import css from './pay.module.css'
import { isEphedrine, orderIdOf, type PayInfo, readPayInfo } from './pay-info.ts'
import { SiblingOrders } from './SiblingOrders.tsx'
import { StepBanner } from './StepBanner.tsx'
import { usePay } from './usePay.ts'

const STEPS = [
  { title: '对公转账', text: '从贵单位的对公账户转账，不收现金和个人钱包付款' },
  { title: '财务核对', text: '到账后订单转为已付款，仓库开始备货' },
  { title: '上传回执', text: '收货后 7 日内上传盖章回执，逾期将暂停含麻商品的采购' },
] as const

export async function loader({ api: client, url, signal }: PageArgs): Promise<PayInfo> {
  const info = await readPayInfo(client, orderIdOf(url.searchParams.get('id')), signal)
  if (!isEphedrine(info)) throw redirect(paths.pay(info.id))
  return info
}

/** /cart/hm: an order with ephedrine goods, paid only by transfer from the company's account. */
export default function HmPage() {
  const info = usePageData<typeof loader>()
  return (
    <div className="wrap">
      <PageHead title="对公转账支付">
        <StepBanner step={3} />
      </PageHead>
      {info.status === 'pending_payment' ? <Transfer key={info.id} info={info} /> : <OrderClosed info={info} />}
      <SiblingOrders info={info} />
    </div>
  )
}

function Transfer({ info }: { info: PayInfo }) {
  const pay = usePay(info.id)
  const { revalidate } = useRevalidator()
  const channel = info.channels.find((one) => one.code === 'bank')
  const { facts, remarks } = bankFacts(channel?.note ?? '')
  const told = pay.phase === 'waiting'
  return (
    <section className={`panel ${css.pay}`}>
      <div className={css.due}>
        <p>
          含麻黄碱复方制剂订单{' '}
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
            请在 <Countdown until={info.pay_before} onEnd={() => void revalidate()} /> 内转账，逾期订单自动取消
          </p>
        )}
      </div>
      {channel && !channel.open ? (
        <p className={css.problem}>{channel.why}</p>
      ) : (
        <>
          <dl className={css.bank}>
            {facts.map((fact) => (
              <BankRow key={fact.name} name={fact.name} value={fact.value} />
            ))}
            <BankRow name="转账备注" value={info.no} />
          </dl>
          {facts.length === 0 && <p className={css.remarks}>{remarks.join('；')}</p>}
          <div className={css.waiting}>
            <div>
              <Button
                kind="primary"
                size="lg"
                disabled={pay.phase === 'starting'}
                onClick={() => void (told ? pay.check() : pay.pay('bank'))}
              >
                {told ? '查看是否到账' : '我已转账'}
              </Button>
              <ButtonLink size="lg" to={paths.order(info.id)}>
                查看订单
              </ButtonLink>
            </div>
            <p role="status" className={css.said}>
              {pay.problem || (told ? '已记下您的转账，财务核对到账后订单自动转为已付款。您可以离开本页。' : '')}
            </p>
          </div>
        </>
      )}
      <NextSteps steps={STEPS} />
    </section>
  )
}

function BankRow({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        <CopyText text={value} what={name} />
      </dd>
    </div>
  )
}
