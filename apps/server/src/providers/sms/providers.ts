import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { aliyunSms } from './aliyun.ts'
import type { SmsProvider } from './provider.ts'
import { smsByServices } from './sending.ts'
import type { SmsService } from './service.ts'
import { simulatedSms } from './simulator.ts'
import { tencentSms } from './tencent.ts'

/** The services that bring messages to real phones; none where a stand-in has their place: a demo's phones are strangers'. */
export const smsServices = ({ channels: { sms }, standIns }: Pick<Config, 'channels' | 'standIns'>): readonly SmsService[] =>
  sms === null || standIns.includes('sms')
    ? []
    : sms.services.map((one) => (one.service === 'aliyun' ? aliyunSms(one.options) : tencentSms(one.options)))

/**
 * Whoever reads the log or the page of the simulated one can be anybody, so it belongs to the demo, or to who asks for it by name. A real shop
 * without a provider sends nothing: its pages offer the ways that need no code.
 */
export function smsProvider(config: Config, { db }: DatabaseHandle, log: (line: string) => void): SmsProvider | null {
  if (config.standIns.includes('sms')) return simulatedSms(db, log)
  const services = smsServices(config)
  return services.length > 0 ? smsByServices(services, db) : null
}
