import type { DatabaseHandle } from '../../../platform/database.ts'
import { readRightSettings } from '../../../platform/settings.ts'

const SITE_KEYS = [
  'company_name',
  'hot_line',
  'qq1',
  'qq2',
  'service_hours',
  'footer_notice',
  'licences',
  'promises',
  'wechat_service',
] as const

/** What the frame shows of the shop. What is not set is shown nowhere; a wrong one is an operator's mistake and named as such. */
export const siteSettings = ({ db }: DatabaseHandle) => readRightSettings(db, SITE_KEYS)
