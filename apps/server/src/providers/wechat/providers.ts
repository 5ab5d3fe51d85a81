import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { WechatProvider } from './provider.ts'
import { simulatedWechat } from './simulator.ts'

/** In the simulated WeChat anybody can be anyone, so it belongs to the demo alone; without one the pages do not offer WeChat. */
export function wechatProvider(config: Config, { db }: DatabaseHandle): WechatProvider | null {
  return config.demo ? simulatedWechat(db) : null
}
