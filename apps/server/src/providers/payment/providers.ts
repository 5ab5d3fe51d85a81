import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { alipay } from './alipay.ts'
import type { PaymentProvider } from './provider.ts'
import { simulatedGateway } from './simulator.ts'
import { unionPay } from './unionpay.ts'
import { wechatPay } from './wechat-pay.ts'

/** Anyone can pay there with a click, so it must have been asked for by name, or by the demo. */
export const hasSimulatedGateway = ({ standIns, gatewaySecret }: Config): boolean => standIns.includes('payment') && gatewaySecret !== ''

/** The channels of the outside world that this shop is configured for. */
export function paymentProviders(config: Config, database: DatabaseHandle): readonly PaymentProvider[] {
  const { wechatPay: ofWechat, alipay: ofAlipay, unionPay: ofUnionPay } = config.channels
  return [
    ...(ofWechat ? [wechatPay(ofWechat)] : []),
    ...(ofAlipay ? [alipay(ofAlipay)] : []),
    ...(ofUnionPay ? [unionPay(ofUnionPay, database.db)] : []),
    ...(hasSimulatedGateway(config) ? [simulatedGateway(database.db, config.gatewaySecret)] : []),
  ]
}
