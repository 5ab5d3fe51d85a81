import type { OrderActor } from '#domain/orders.ts'
import type { PaymentProvider } from '../../../providers/payment/provider.ts'

export const SYSTEM: OrderActor = { kind: 'system', name: '系统' }
export const OWN_CHANNELS: Readonly<Record<string, string>> = { balance: '余额支付', credit: '账期支付', bank: '对公转账' }
export const channelName = (providers: readonly PaymentProvider[], channel: string): string =>
  OWN_CHANNELS[channel] ?? providers.find((provider) => provider.channel === channel)?.name ?? channel
