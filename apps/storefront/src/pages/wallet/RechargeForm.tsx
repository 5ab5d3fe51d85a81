import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useSendKey } from '#api-client/useSendKey.ts'
import type { MoneyConfigWire } from '#contract/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { CHOICE_CARDS, ChoiceCard } from '#ui/ChoiceCards.tsx'
import { Field } from '#ui/Field.tsx'
import { type Problems, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { useUser } from '../../api/queries.ts'
import { memberPaths } from '../../member-paths.ts'
import { failureText, SHOWN_HERE } from '../../parts/paying/failure.ts'
import { PayChannels } from '../../parts/paying/PayChannels.tsx'
import { giftOf, plainYuan, plus, readYuan, UNREAD } from './amounts.ts'
import { PAY_FIELDS, PayProblem, useGoOn } from './paying.tsx'
import css from './recharge.module.css'

interface Props {
  config: MoneyConfigWire
  purse: 'voucher' | 'balance'
}

const OTHER = 'other'

/** How much, what it brings, and how it is paid; for a company that may not yet, why. */
export function RechargeForm(props: Props) {
  const user = useUser()
  if (user === null || user.is_passed === 1) return <Form {...props} />
  return (
    <p className="note note-warn">
      <Icon name="info" />
      <span>
        企业资质{user.review_name}，暂不能充值。{' '}
        <Link className="link" to={memberPaths.licences()}>
          查看资质
        </Link>
      </span>
    </p>
  )
}

function Form({ config, purse }: Props) {
  const client = useApi()
  const goOn = useGoOn()
  const box = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form: box, fields: PAY_FIELDS, otherwise: 'channel', failure: failureText })
  const keyOf = useSendKey()
  /** Recharges made here: the same amount once more is another recharge. */
  const made = useRef(0)
  const { min, max } = config
  const channels = config[purse].channels
  const tiers = purse === 'voucher' ? config.tiers : []
  const [choice, setChoice] = useState(tiers.at(-2)?.amount ?? OTHER)
  const [typed, setTyped] = useState('')
  const [channel, setChannel] = useState(channels.find((one) => one.open)?.code ?? '')
  const amount = choice === OTHER ? readYuan(typed) : choice
  const gift = amount === null ? '0.00' : giftOf(amount, tiers)
  const range = `${moneyText(plainYuan(min))} 至 ${moneyText(plainYuan(max))}`
  const unread = choice === OTHER && typed !== '' && amount === null ? UNREAD : undefined
  const wrong = problems.amount ?? unread
  // Said when it is asked for, not while it is being typed: 2 is on the way to 200.
  const check = (): Problems => {
    if (amount === null) return { amount: unread ?? '请填写充值金额' }
    return Number(amount) < Number(min) || Number(amount) > Number(max) ? { amount: `单次充值 ${range}` } : {}
  }
  const send = async () => {
    if (amount === null) return
    const body = { amount, channel, purse, key: keyOf({ amount, channel, purse, made: made.current }) }
    const { data } = await client.ask(memberApi.userRecharge, { body, handles: SHOWN_HERE })
    made.current += 1
    const page = purse === 'voucher' ? memberPaths.vouchers : memberPaths.balance
    await goOn(data, page({ recharge: data.id, by: channel === 'bank' ? 'bank' : undefined }))
  }
  const pay = (event: FormEvent) => {
    event.preventDefault()
    void submit(check, send)
  }

  return (
    <form ref={box} className={css.form} noValidate onSubmit={pay}>
      {tiers.length > 0 && (
        <fieldset className={`${CHOICE_CARDS} ${css.tiers}`} disabled={busy}>
          <legend>充值金额</legend>
          {tiers.map((tier) => (
            <ChoiceCard key={tier.amount} name="tier" chosen={choice === tier.amount} onChoose={() => setChoice(tier.amount)}>
              <b>{moneyText(plainYuan(tier.amount))}</b>
              <small className={css.gift}>送 {moneyText(plainYuan(tier.gift))}</small>
            </ChoiceCard>
          ))}
          <ChoiceCard name="tier" chosen={choice === OTHER} onChoose={() => setChoice(OTHER)}>
            <b>其他金额</b>
            <small>{moneyText(plainYuan(min))} 起</small>
          </ChoiceCard>
        </fieldset>
      )}
      {choice === OTHER && (
        <Field
          label="充值金额（元）"
          name="amount"
          className={css.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed}
          error={wrong}
          hint={`单次 ${range}`}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <PayChannels channels={channels} chosen={channel} disabled={busy} onChoose={setChannel} />
      <PayProblem>{problems.channel ?? (choice === OTHER ? undefined : problems.amount)}</PayProblem>
      <div className={css.pay}>
        <p>
          {amount !== null && wrong === undefined && (
            <>
              支付 <b>{moneyText(amount)}</b>
              {purse === 'voucher' && gift !== '0.00' && (
                <>
                  ，到账 <b>{moneyText(plus(amount, gift))}</b>（含赠送 {moneyText(gift)}）
                </>
              )}
            </>
          )}
        </p>
        <Button type="submit" kind="primary" size="lg" disabled={busy || channel === ''}>
          {busy ? '正在打开支付…' : channel === 'bank' ? '确认对公转账' : amount === null ? '立即充值' : `立即充值 ${moneyText(amount)}`}
        </Button>
      </div>
    </form>
  )
}
