import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import type { CreditBillWire } from '#contract/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { useSubmit } from '#ui/form.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import { failureText, SHOWN_HERE } from '../../parts/paying/failure.ts'
import { PayChannels } from '../../parts/paying/PayChannels.tsx'
import { plus, readYuan, UNREAD } from './amounts.ts'
import css from './credit.module.css'
import { PAY_FIELDS, PayProblem, useGoOn } from './paying.tsx'

type Repayment = DataOf<typeof import('#contract/wallet.ts').userCreditCreate>

interface Props {
  /** Chosen ones; none: an amount, the oldest bills first. */
  bills: readonly CreditBillWire[]
  onClose: () => void
}

/** First how much, then how: the repayment is written down before it is paid. */
export function RepayDialog({ bills, onClose }: Props) {
  const [repayment, setRepayment] = useState<Repayment | null>(null)
  return (
    <Dialog title="账期还款" onClose={onClose}>
      {repayment === null ? <Amount bills={bills} onMade={setRepayment} /> : <Pay repayment={repayment} onStarted={onClose} />}
    </Dialog>
  )
}

function Amount({ bills, onMade }: { bills: readonly CreditBillWire[]; onMade: (made: Repayment) => void }) {
  const client = useApi()
  const box = useRef<HTMLFormElement>(null)
  const [owed, setOwed] = useState(bills.length > 0 ? plus(...bills.map((bill) => bill.open)) : '')
  const [typed, setTyped] = useState('')
  const { problems, busy, submit, complain } = useSubmit({ form: box, fields: PAY_FIELDS, otherwise: 'amount', failure: failureText })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is owed is asked once
  useEffect(() => {
    if (bills.length > 0) return
    const gone = new AbortController()
    client
      .ask(memberApi.userCredit, { signal: gone.signal, handles: SHOWN_HERE })
      .then(({ data }) => setOwed(data.used))
      .catch((error: unknown) => complain({ amount: failureText(error) ?? '' }))
    return () => gone.abort()
  }, [bills, client])
  const amount = typed === '' ? owed : readYuan(typed)
  const wrong = amount === null ? UNREAD : Number(amount) > Number(owed) ? `不能超过待还的 ${moneyText(owed)}` : undefined
  const make = (event: FormEvent) => {
    event.preventDefault()
    void submit(
      () => (wrong ? { amount: wrong } : {}),
      async () => {
        if (amount === null) return
        const body = { amount, ...(bills.length > 0 && { bill_ids: bills.map((bill) => bill.id) }) }
        onMade((await client.ask(memberApi.userCreditCreate, { body, handles: SHOWN_HERE })).data)
      },
    )
  }
  return (
    <form ref={box} className={css.steps} noValidate onSubmit={make}>
      <p>
        {bills.length > 0 ? `所选 ${bills.length} 笔账单待还` : '全部账单待还'} <b>{owed && moneyText(owed)}</b>
      </p>
      <Field
        label="本次还款金额（元）"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder={owed}
        value={typed}
        error={problems.amount ?? (typed === '' ? undefined : wrong)}
        hint="不填则全部还清；部分还款先还最早到期的账单"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="primary" size="lg" block disabled={busy || owed === ''}>
        {busy ? '请稍候…' : '下一步，选择支付方式'}
      </Button>
    </form>
  )
}

function Pay({ repayment, onStarted }: { repayment: Repayment; onStarted: () => void }) {
  const client = useApi()
  const box = useRef<HTMLFormElement>(null)
  const goOn = useGoOn()
  const { problems, busy, submit } = useSubmit({ form: box, fields: PAY_FIELDS, otherwise: 'channel', failure: failureText })
  const [channel, setChannel] = useState(repayment.channels.find((one) => one.open)?.code ?? '')
  // The button that led here is gone, and with it the focus.
  useEffect(() => box.current?.querySelector<HTMLElement>('input:checked, button')?.focus(), [])
  const pay = (event: FormEvent) => {
    event.preventDefault()
    void submit(
      () => ({}),
      async () => {
        const { data } = await client.ask(memberApi.userCreditPay, { body: { id: repayment.id, channel }, handles: SHOWN_HERE })
        if (data.pay_url === null) onStarted()
        await goOn(data, memberPaths.credit({ repayment: repayment.id, by: channel === 'bank' ? 'bank' : undefined }))
      },
    )
  }
  return (
    <form ref={box} className={css.steps} onSubmit={pay}>
      <p>
        还款单 {repayment.no}，金额 <b>{moneyText(repayment.amount)}</b>
      </p>
      <PayChannels channels={repayment.channels} chosen={channel} disabled={busy} onChoose={setChannel} />
      <PayProblem>{problems.channel}</PayProblem>
      <Button type="submit" kind="primary" size="lg" block disabled={busy || channel === ''}>
        {busy ? '正在打开支付…' : channel === 'bank' ? '确认对公转账' : `立即还款 ${moneyText(repayment.amount)}`}
      </Button>
    </form>
  )
}
