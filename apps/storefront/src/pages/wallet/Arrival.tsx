import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { BankAccount } from '../../parts/paying/BankAccount.tsx'
import { failureText, SHOWN_HERE } from '../../parts/paying/failure.ts'
import css from './wallet.module.css'

type Kind = 'recharge' | 'repayment'
type Checked = DataOf<typeof import('#contract/wallet.ts').userCreditCheck>

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
  const [found, setFound] = useState<Checked | null>(null)
  const [problem, setProblem] = useState('')
  const paid = found?.paid === true

  const check = useCallback(async (): Promise<boolean> => {
    try {
      const input = { body: { id }, handles: SHOWN_HERE }
      const { data } = await (kind === 'recharge'
        ? client.ask(memberApi.rechargeCheck, input)
        : client.ask(memberApi.userCreditCheck, input))
      setFound(data)
      setProblem('')
      if (!data.paid) return false
      void queries.invalidateQueries({ queryKey: ['user'] })
      void revalidate()
      return true
    } catch (error) {
      setProblem(failureText(error) ?? '')
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
  const waiting = byBank
    ? `请向下面的账户转账${found ? ` ${moneyText(found.amount)}` : ''}并写明备注。财务核对到账后${what}自动生效，您可以离开本页。`
    : (found?.message ?? '正在等待支付结果')
  return (
    <section className={`panel ${css.arrival}`} aria-label={`${what}结果`}>
      <p role="status" className={`note ${paid ? 'note-ok' : problem ? 'note-bad' : 'note-info'}`}>
        <Icon name={paid ? 'check' : problem ? 'alert' : 'clock'} />
        <span>{problem || (paid ? found.message : waiting)}</span>
      </p>
      <p className={css.ways}>
        {!paid && (
          <Button kind="primary" onClick={() => void check()}>
            {byBank ? '查看是否到账' : '已完成支付'}
          </Button>
        )}
        <Button onClick={() => void navigate(done, { preventScrollReset: true })}>{paid ? '知道了' : '关闭'}</Button>
      </p>
      {byBank && found && !paid && <BankAccount note={found.transfer} />}
    </section>
  )
}
