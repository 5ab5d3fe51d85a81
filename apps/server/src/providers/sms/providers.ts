import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { SmsProvider } from './provider.ts'
import { simulatedSms } from './simulator.ts'

/**
 * Whoever reads the log or the page of the simulated one can be anybody, so it belongs to the demo, or to who asks for it by name. A real shop
 * without a provider sends nothing: its pages offer the ways that need no code.
 */
export function smsProvider(config: Config, { db }: DatabaseHandle, log: (line: string) => void): SmsProvider | null {
  return config.standIns.includes('sms') ? simulatedSms(db, log) : null
}
