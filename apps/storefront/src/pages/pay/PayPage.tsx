import { useCallback, useEffect, useState } from 'react'
import { redirect, redirectDocument, useNavigate, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import { Money } from '#ui/Money.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { paymentApi } from '../../api/payment-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { failureText, SHOWN_HERE } from '../../parts/paying/failure.ts'
import css from './payment.module.css'

type Way = DataOf<typeof import('#contract/payment.ts').payWay>

const POLL_MS = 3_000
/** Twenty minutes of looking; afterwards the buyer asks by the button. */
const POLLS_MAX = 400

export async function loader({ api, params, signal }: PageArgs): Promise<Way> {
  const { data } = await api.ask(paymentApi.way, { params: { no: params.no ?? '' }, signal })
  if (data.url !== null) throw redirectDocument(data.url)
  // Opened once more from the history: it is paid already.
  if (data.state === 'paid') throw redirect(data.back)
  return data
}

/** One payment on its way to a gateway: the code that the buyer scans. Elsewhere is no page of this site. */
export default function PayPage() {
  const way = usePageData<typeof loader>()
  return (
    <div className="wrap">
      <PageHead title={way.channel_name} />
      <section className={`panel ${css.pay}`}>
        <p className={css.what}>{way.title}</p>
        <p className={css.amount}>
          <Money yuan={way.amount} size="lg" />
        </p>
        {way.state === 'open' ? <Open key={way.scan?.until} way={way} /> : <Closed back={way.back} />}
      </section>
    </div>
  )
}

const Closed = ({ back }: { back: string }) => (
  <>
    <p className={css.said} role="status">
      这笔支付已关闭：订单有了变化、过了支付时间，或已用别的方式付款。
    </p>
    <ButtonLink kind="primary" size="lg" to={back}>
      返回
    </ButtonLink>
  </>
)

function useArrival({ payment_no: no, back }: Way) {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState('')
  const ask = useCallback(
    async (isAsked: boolean): Promise<void> => {
      try {
        const { data } = await client.ask(paymentApi.check, { params: { no }, handles: SHOWN_HERE })
        if (data.state === 'paid') {
          void queries.invalidateQueries({ queryKey: ['user'] })
          await navigate(back, { replace: true })
        } else if (data.state === 'closed') await revalidate()
        else if (isAsked) setSaid('还没有收到付款；刚付的话，请过几秒再看')
      } catch (error) {
        if (isAsked) setSaid(failureText(error) ?? '')
      }
    },
    [client, queries, navigate, revalidate, no, back],
  )
  useEffect(() => {
    let left = POLLS_MAX
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) clearInterval(timer)
      else if (document.visibilityState === 'visible') void ask(false)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [ask])
  return { said, ask: () => ask(true) }
}

function Open({ way }: { way: Way }) {
  const { said, ask } = useArrival(way)
  return (
    <>
      {way.scan && <Scan name={way.channel_name} scan={way.scan} />}
      <div className={css.ways}>
        <Button kind="primary" size="lg" onClick={() => void ask()}>
          我已付款
        </Button>
        <ButtonLink size="lg" to={way.back}>
          换一种方式
        </ButtonLink>
      </div>
      <p className={css.said} role="status">
        {said}
      </p>
    </>
  )
}

/** The gateway gives another code when this one has ended. */
function Scan({ scan, name }: { scan: NonNullable<Way['scan']>; name: string }) {
  const { revalidate } = useRevalidator()
  const [isOver, setOver] = useState(false)
  return (
    <div className={css.scan}>
      <div className={css.code}>
        <img src={scan.picture} alt={`${name}二维码`} width={232} height={232} />
        {isOver && (
          <div className={css.veil}>
            二维码已过期
            <Button kind="primary" onClick={() => void revalidate()}>
              刷新二维码
            </Button>
          </div>
        )}
      </div>
      <p>打开手机{name.replace(/支付$/, '')}“扫一扫”付款，付好后本页自动继续</p>
      {!isOver && (
        <p className={css.until}>
          二维码 <Countdown until={scan.until} onEnd={() => setOver(true)} /> 后失效
        </p>
      )}
      <p className={css.onPhone}>正在用手机浏览？长按保存二维码，再从“扫一扫”的相册里选取。</p>
    </div>
  )
}
