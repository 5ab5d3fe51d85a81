import type { AliyunSmsOptions } from './aliyun.ts'
import type { TencentSmsOptions } from './tencent.ts'

/** What CHANNELS_FILE says of short messages. */

export type SmsServiceOptions = { service: 'aliyun'; options: AliyunSmsOptions } | { service: 'tencent'; options: TencentSmsOptions }
export interface SmsOptions {
  /** In the order in which they are asked. */
  services: readonly SmsServiceOptions[]
  /** The secret end of the address that they report to. */
  receiptKey: string
}
