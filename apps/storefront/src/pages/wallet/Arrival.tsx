import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { useApi } from '../../api/context.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { useQueryClient } from '../../api/useQuery.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { failureText, SHOWN_HERE } from '../checkout/failure.ts'
import css from './wallet.module.css'

type Kind = 'recharge' | 'repayment'

const POLL_MS = 3000
const POLLS_MAX = 100

interface Props {
  kind: Kind
  /** Where the page goes on once it has been read. */
  done: string
}

/** Back from a payment that is named in the address: has it arrived? Asks by itself, and at once when told. */
export function Arrival({ kind, done }: Props) {
  const [search] = useSearchParams()
  const id = Number(search.get(kind))
  return Number.isSafeInteger(id) && id > 0 ? <Asked key={id} kind={kind} id={id} byBank={search.get('by') === 'bank'} done={done} /> : null
}

function Asked({ kind, id, byBank, done }: { kind: Kind; id: number; byBank: boolean; done: string }) {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState('')
  const [paid, setPaid] = useState(false)

  const check = useCallback(async (): Promise<boolean> => {
    try {
      const input = { body: { id }, handles: SHOWN_HERE }
      const { data } = await (kind === 'recharge'
        ? client.ask(memberApi.rechargeCheck, input)
        : client.ask(memberApi.userCreditCheck, input))
      setSaid(data.message)
      if (!data.paid) return false
      setPaid(true)
      void queries.invalidateQueries({ queryKey: ['user'] })
      void revalidate()
      return true
    } catch (error) {
      setSaid(failureText(error) ?? '')
      return false
    }
  }, [client, id, kind, queries, revalidate])

  useEffect(() => {
    let left = byBank ? 1 : POLLS_MAX
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      left -= 1
      if (document.visibilityState === 'visible' && (await check())) return
      if (left > 0) timer = setTimeout(() => void ask(), POLL_MS)
    }
    timer = setTimeout(() => void ask(), 0)
    return () => clearTimeout(timer)
  }, [byBank, check])

  const what = kind === 'recharge' ? '充值' : '还款'
  return (
    <section className={`panel ${css.arrival}`} aria-label={`${what}结果`}>
      <p role="status" className={paid ? `note note-ok` : 'note note-info'}>
        <Icon name={paid ? 'check' : 'clock'} />
        <span>{paid ? said : byBank ? `已记下您的转账，财务核对到账后${what}自动生效。您可以离开本页。` : said || '正在等待支付结果'}</span>
      </p>
      <p className={css.ways}>
        {!paid && (
          <Button kind="primary" onClick={() => void check()}>
            {byBank ? '查看是否到账' : '已完成支付'}
          </Button>
        )}
        <Button onClick={() => void navigate(done, { preventScrollReset: true })}>{paid ? '知道了' : '关闭'}</Button>
      </p>
    </section>
  )
}
