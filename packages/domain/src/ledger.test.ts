import { expect, it } from 'vitest'
import { GATEWAY_CHANNELS, orderPaid, orderRefunded, refundSent } from './ledger.ts'
import { surplusArrived, suspenseArrived } from './ledger-apart.ts'
import { fen } from './money.ts'

const of = { key: 'k', companyId: 1, orderId: 2, memo: '', amount: fen(100) }

it.each([...GATEWAY_CHANNELS, 'bank'])('%s：付款、退款、充值多付、待查款项都记在它自己的账户', (channel) => {
  const postings = [
    orderPaid({ ...of, channel }),
    orderRefunded({ ...of, channel }),
    refundSent({ ...of, channel }),
    surplusArrived({ ...of, channel }),
    suspenseArrived({ ...of, channel }),
  ]
  for (const { entries } of postings)
    expect(entries).toContainEqual({ account: { companyId: null, kind: channel }, amount: expect.any(Number) })
})

it('没有账户的渠道：不记，说出是哪个', () => {
  expect(() => orderPaid({ ...of, channel: 'paypal' })).toThrow('the channel paypal has no account')
})
