import type { MessageTemplate } from '#contract/constants.ts'
import { addDays, beijingDate, beijingMinute, daysBetween } from '#domain/dates.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'
import { taskName } from '../../who/background/public.ts'
import { failedJobs, openDifferences, papersNearEnd } from './digest-views.ts'
import { standingRows } from './views.ts'

/** What is mailed to the staff, of things that wait in the console too: a mail tells that they do, and is never the only way. */

export type Digest = Extract<MessageTemplate, 'differences' | 'papers' | 'troubles'>
export const DIGEST_SETTINGS = { differences: 'mail_finance', papers: 'mail_quality', troubles: 'mail_system' } as const

export interface DigestText {
  subject: string
  text: string
}

const COMPANY_DAYS = 30
const LAPSED_DAYS = 7
const OWN_DAYS = 90

const more = (total: number, shown: number): string[] => (total > shown ? [`……共 ${total} 条，其余见管理端。`] : [])
const amount = (fen: Fen | null): string => (fen === null ? '无' : `¥${yuan(fen)}`)

async function differences(connection: Connection, nameOf: (channel: string) => string): Promise<DigestText | null> {
  const rows = await openDifferences(connection)
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  const lines = rows.map((row) => `${row.day} ${nameOf(row.channel)} ${row.number}：本店 ${amount(row.ours)}，渠道 ${amount(row.theirs)}`)
  return {
    subject: `渠道账单有 ${total} 条差异待处理`,
    text: [...lines, ...more(total, rows.length), '', '在管理端“财务 → 渠道差异”逐条处理。'].join('\n'),
  }
}

const endText = (today: string, on: string): string => {
  const left = daysBetween(today, on)
  return left < 0 ? `已于 ${on} 过期` : `${on} 到期（还有 ${left} 天）`
}

/** The customers' papers and the shop's own. */
async function papers(connection: Connection, now: Date): Promise<DigestText | null> {
  const today = beijingDate(now)
  const { licences } = await readSettings(connection, ['licences'])
  const own = (licences ?? []).filter(({ until }) => until !== undefined && until <= addDays(today, OWN_DAYS))
  const rows = await papersNearEnd(connection, addDays(today, -LAPSED_DAYS), addDays(today, COMPANY_DAYS))
  const total = rows[0]?.total ?? 0
  if (own.length + total === 0) return null
  const owned = own.map(({ name, until = '' }) => `${name}：${endText(today, until)}`)
  const lines = rows.map((row) => `${row.company}：${row.name}，${endText(today, row.expiresOn)}`)
  return {
    subject: `证照到期：本企业 ${own.length} 项，客户 ${total} 项`,
    text: [
      ...(owned.length > 0 ? ['本企业：', ...owned, ''] : []),
      ...(lines.length > 0 ? [`客户（${COMPANY_DAYS} 天内到期，或刚过期）：`, ...lines, ...more(total, rows.length), ''] : []),
      '客户已收到站内提醒；证照在管理端“企业”审核。',
    ].join('\n'),
  }
}

async function troubles(connection: Connection): Promise<DigestText | null> {
  const jobs = await failedJobs(connection)
  const silent = (await standingRows(connection)).filter(
    ({ answeredAt, failedAt }) => failedAt !== null && failedAt > (answeredAt ?? new Date(0)),
  )
  if (jobs.length + silent.length === 0) return null
  const failed = jobs.map(({ task, count, since, error }) => `${taskName(task)}：${count} 个，最早 ${beijingMinute(since)}。${error}`)
  const quiet = silent.map(({ service, failedAt, error }) => `${service}：${failedAt === null ? '' : beijingMinute(failedAt)} ${error}`)
  return {
    subject: `系统异常：${jobs.reduce((sum, { count }) => sum + count, 0)} 个任务失败，${silent.length} 个通道没有答复`,
    text: [
      ...(failed.length > 0 ? ['失败的后台任务：', ...failed, ''] : []),
      ...(quiet.length > 0 ? ['没有答复的外部通道：', ...quiet, ''] : []),
      '在管理端“系统 → 任务”“系统 → 通道”查看。',
    ].join('\n'),
  }
}

const MONDAY = 1

/** null: nothing to tell of, or not today. Papers once a week; the others whenever there is something. */
export function digestOf(
  connection: Connection,
  digest: Digest,
  nameOf: (channel: string) => string,
  now: Date,
): Promise<DigestText | null> {
  if (digest === 'differences') return differences(connection, nameOf)
  if (digest === 'troubles') return troubles(connection)
  const isMonday = new Date(`${beijingDate(now)}T00:00:00Z`).getUTCDay() === MONDAY
  return isMonday ? papers(connection, now) : Promise.resolve(null)
}
