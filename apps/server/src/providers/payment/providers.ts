import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { PaymentProvider } from './provider.ts'
import { simulatedGateway } from './simulator.ts'

/** The channels of the outside world that this shop is configured for. */
export function paymentProviders(config: Config, database: DatabaseHandle): readonly PaymentProvider[] {
  return config.gatewaySecret ? [simulatedGateway(database.db, config.gatewaySecret)] : []
}
