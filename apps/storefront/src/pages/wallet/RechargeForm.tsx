import { useState } from 'react'
import type { MoneyConfigWire } from '#contract/wallet.ts'
import { useApi } from '../../api/context.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import { Block } from '../../parts/Block.tsx'
import { Button } from '../../parts/Button.tsx'
import { CHOICE_CARDS, ChoiceCard } from '../../parts/ChoiceCards.tsx'
import { Field } from '../../parts/Field.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { SHOWN_HERE } from '../checkout/failure.ts'
import { PayChannels } from '../checkout/PayChannels.tsx'
import { giftOf, plainYuan, readYuan } from './amounts.ts'
import { useStarted } from './useStarted.ts'
import css from './wallet.module.css'

interface Props {
  config: MoneyConfigWire
  purse: 'voucher' | 'balance'
}

const OTHER = 'other'

/** How much, what it brings, and how it is paid. */
export function RechargeForm({ config, purse }: Props) {
  const client = useApi()
  const { starting, problem, start } = useStarted()
  const channels = config[purse].channels
  const tiers = purse === 'voucher' ? config.tiers : []
  const [choice, setChoice] = useState(tiers.at(-2)?.amount ?? OTHER)
  const [typed, setTyped] = useState('')
  const [channel, setChannel] = useState(channels.find((one) => one.open)?.code ?? '')
  const amount = choice === OTHER ? readYuan(typed) : choice
  const gift = amount === null ? '0.00' : giftOf(amount, tiers)
  const wrong = choice === OTHER && typed !== '' && amount === null ? '请填写金额，最多两位小数' : undefined

  const pay = () =>
    start(async () => {
      const body = { amount: amount ?? '', channel, purse }
      const { data } = await client.ask(memberApi.userRecharge, { body, handles: SHOWN_HERE })
      const page = purse === 'voucher' ? memberPaths.vouchers : memberPaths.balance
      return { started: data, next: page({ recharge: data.id, by: channel === 'bank' ? 'bank' : undefined }) }
    })

  return (
    <Block title={purse === 'voucher' ? '充值现金券' : '余额充值'}>
      <div className={css.form}>
        {tiers.length > 0 && (
          <fieldset className={`${CHOICE_CARDS} ${css.tiers}`} disabled={starting}>
            <legend>充值金额</legend>
            {tiers.map((tier) => (
              <ChoiceCard key={tier.amount} name="tier" chosen={choice === tier.amount} onChoose={() => setChoice(tier.amount)}>
                <b>{moneyText(plainYuan(tier.amount))}</b>
                <small className={css.gift}>送 {moneyText(plainYuan(tier.gift))}</small>
              </ChoiceCard>
            ))}
            <ChoiceCard name="tier" chosen={choice === OTHER} onChoose={() => setChoice(OTHER)}>
              <b>其他金额</b>
              <small>{moneyText(plainYuan(config.min))} 起</small>
            </ChoiceCard>
          </fieldset>
        )}
        {choice === OTHER && (
          <Field
            label="充值金额（元）"
            className={css.amount}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={typed}
            error={wrong}
            hint={`单次 ${moneyText(plainYuan(config.min))} 至 ${moneyText(plainYuan(config.max))}`}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <PayChannels channels={channels} chosen={channel} disabled={starting} onChoose={setChannel} />
        {problem && (
          <p className="note note-bad" role="alert">
            {problem}
          </p>
        )}
        <div className={css.pay}>
          <p>
            {amount !== null && (
              <>
                支付 <b>{moneyText(amount)}</b>
                {purse === 'voucher' && gift !== '0.00' && (
                  <>
                    ，到账 <b>{moneyText(sum(amount, gift))}</b>（含赠送 {moneyText(gift)}）
                  </>
                )}
              </>
            )}
          </p>
          <Button kind="primary" size="lg" disabled={starting || amount === null || channel === ''} onClick={() => void pay()}>
            {starting ? '正在打开支付…' : channel === 'bank' ? '我已转账' : amount === null ? '立即充值' : `立即充值 ${moneyText(amount)}`}
          </Button>
        </div>
      </div>
    </Block>
  )
}

const sum = (a: string, b: string): string => ((Math.round(Number(a) * 100) + Math.round(Number(b) * 100)) / 100).toFixed(2)
