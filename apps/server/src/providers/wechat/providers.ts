import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { WechatProvider } from './provider.ts'
import { simulatedWechat } from './simulator.ts'

/** In the simulated WeChat anybody can be anyone, so it belongs to the demo, or to who asks for it by name; without one the pages do not offer WeChat. */
export function wechatProvider(config: Config, { db }: DatabaseHandle): WechatProvider | null {
  return config.standIns.includes('wechat') ? simulatedWechat(db) : null
}
