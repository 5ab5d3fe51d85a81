import type { Config } from './config.ts'
import type { DatabaseHandle } from './database.ts'
import { keptSecret } from './kept-secret.ts'

/** What signs the simulated gateway's callbacks, where there is such a gateway: anyone can pay there with a click. */
export async function gatewaySecretFor(config: Config, database: DatabaseHandle): Promise<string> {
  if (!config.standIns.includes('payment')) return ''
  return config.gatewaySecret === '' ? keptSecret(database, 'gateway_secret') : config.gatewaySecret
}
