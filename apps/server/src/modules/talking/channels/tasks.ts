import type { Config } from '../../../platform/config.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { originOf } from '../../../platform/qr.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { mailProvider } from '../../../providers/mail/providers.ts'
import { clearSent, dropLate } from '../../../providers/messages/store.ts'
import { smsServices } from '../../../providers/sms/providers.ts'
import { sendNotices } from '../../../providers/sms/sending.ts'
import { mailDigests } from './mailing.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 180
const WAITING_DAYS = 2

const notices = defineTask('channels.notices', NO_PAYLOAD, { cron: '* * * * *' })
/** 11:00 in Beijing: the bills of the day before have been fetched. */
const mails = defineTask('channels.mails', NO_PAYLOAD, { cron: '0 3 * * *' })
const clearing = defineTask('channels.clear', NO_PAYLOAD, { cron: '55 19 * * *' })

export function channelTasks(deps: {
  database: DatabaseHandle
  config: Config
  channelName: (channel: string) => string
}): readonly TaskWork[] {
  const { database, config, channelName } = deps
  const services = smsServices(config)
  const mailing = { database, mailer: mailProvider(config), origin: originOf(config), channelName }
  return [
    workOf(notices, async (_payload, now) => {
      if (services.length > 0) await sendNotices(services, database.db, now)
    }),
    workOf(mails, (_payload, now) => mailDigests(mailing, now)),
    workOf(clearing, async (_payload, now) => {
      await dropLate(database.db, new Date(now.getTime() - WAITING_DAYS * DAY_MS))
      await clearSent(database.db, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    }),
  ]
}
