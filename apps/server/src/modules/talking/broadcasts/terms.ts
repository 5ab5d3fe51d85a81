import { Compile } from 'typebox/compile'
import { BroadcastDraft, type BroadcastDraftWire } from '#contract/broadcasts.ts'
import { beijingDate, momentOf } from '#domain/dates.ts'
import { linkProblem } from '#domain/front-links.ts'
import { hiddenIn } from '#domain/paper-text.ts'
import { afterQuiet, QUIET_HOURS, type QuietHours } from '#domain/quiet-hours.ts'
import type { Connection } from '../../../platform/database.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { segmentsOf } from '../../who/segments/public.ts'
import type { Audience, Plan } from './store.ts'
import { companiesByCode } from './views.ts'

/** What a draft says, and the rules that the house has for sending. */

const CODES_MOST = 300
const codesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,，;；、]+/).filter(Boolean))]

/** The companies that were named, and what names none. */
export async function companiesIn(
  connection: Connection,
  typed: string,
): Promise<{ companies: number[]; unknown: string[]; codes: string[] }> {
  const codes = codesIn(typed)
  const found = codes.length === 0 ? [] : await companiesByCode(connection, codes)
  const known = new Set(found.map(({ code }) => code))
  return { companies: [...new Set(found.map(({ id }) => id))], unknown: codes.filter((code) => !known.has(code)), codes }
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Every fault by its field; what nobody sees in a text could mislead who reads it. */
export async function planOf(connection: Connection, typed: BroadcastDraftWire, now: Date): Promise<Plan> {
  const errors: FieldError[] = []
  const say = (field: string, message: string | null): void => void (message !== null && errors.push({ field, message }))
  const plan = { title: oneLine(typed.title), text: typed.text.trim().replaceAll('\r\n', '\n'), url: typed.url.trim() }
  if (plan.title === '') say('title', '请填写标题')
  if (plan.text === '') say('text', '请填写内容')
  say('title', hiddenIn(plan.title))
  say('text', hiddenIn(plan.text))
  say('url', linkProblem(plan.url, true))
  const plannedAt = typed.at === '' ? null : momentOf(typed.at)
  if (typed.at !== '' && plannedAt === null) say('at', '发送时间不对')
  else if (plannedAt !== null && plannedAt <= now) say('at', '发送时间已经过去')
  const all = typed.all === 1
  const { companies, unknown, codes } = all ? { companies: [], unknown: [], codes: [] } : await companiesIn(connection, typed.codes)
  const segments = all ? [] : typed.segments
  if (codes.length > CODES_MOST) say('codes', `一次最多写 ${CODES_MOST} 家；更多的请先存成客群`)
  else if (unknown.length > 0) say('codes', `找不到这些企业，或它们未通过审核、不在您的查看范围：${unknown.slice(0, 5).join('、')}`)
  const known = await segmentsOf(connection, segments)
  if (segments.some((id) => !known.has(id))) say('segments', '选的客群已不存在')
  if (!all && segments.length + codes.length === 0) say('segments', '请选择发给谁')
  if (errors.length > 0) throw fieldErrors(errors)
  return { ...plan, audience: { all, segments, companies, codes: codes.join('\n') }, plannedAt }
}

const shape = Compile(BroadcastDraft)
/** A draft within a question that writes nothing. */
export function draftIn(text: string): BroadcastDraftWire {
  try {
    const typed: unknown = JSON.parse(text)
    if (shape.Check(typed)) return typed
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw fieldErrors([{ field: 'draft', message: '草稿不完整' }])
}

export const audienceText = (
  { all, segments, companies }: Pick<Audience, 'all' | 'segments' | 'companies'>,
  names: ReadonlyMap<number, { name: string }>,
): string =>
  all
    ? '全部已通过审核的企业'
    : [
        ...segments.map((id) => `客群“${names.get(id)?.name ?? '已删除'}”`),
        ...(companies.length > 0 ? [`按编码指定的 ${companies.length} 家`] : []),
      ].join('、')

const PER_DAY = 2
export interface Sending {
  quiet: QuietHours
  perDay: number
}
export async function sendingRules(connection: Connection): Promise<Sending> {
  const { broadcasts } = await readSettings(connection, ['broadcasts'])
  const { quiet_from: from = QUIET_HOURS.from, quiet_to: to = QUIET_HOURS.to, per_day: perDay = PER_DAY } = broadcasts ?? {}
  return { quiet: { from, to }, perDay }
}
export const quietText = ({ from, to }: QuietHours): string => (from === to ? '不设免打扰' : `${from} 至${to < from ? '次日 ' : ' '}${to}`)

/** Not before it was planned for, nor in hours in which nothing is sent. */
export const sendAt = (plannedAt: Date | null, quiet: QuietHours, now: Date): Date =>
  afterQuiet(plannedAt !== null && plannedAt > now ? plannedAt : now, quiet)

export const dayOf = (at: Date): Date => new Date(`${beijingDate(at)}T00:00:00+08:00`)
