import { randomInt } from 'node:crypto'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { ChannelWire, staffChannels, staffChannelTest, staffSentMessages } from '#contract/channels.ts'
import { MESSAGE_TEMPLATES, type MessageTemplate, PAGE_SIZE, SENT_STATES, SMS_NOTICES } from '#contract/constants.ts'
import { beijingMinute } from '#domain/dates.ts'
import { isMail, isMobile, tidy } from '#domain/identifiers.ts'
import { hideMail, hidePhone } from '#domain/masking.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { periodOf } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import { KUAIDI100_KEY, KUAIDI100_NAME, type Kuaidi100 } from '../../../providers/logistics/kuaidi100.ts'
import type { Mailer } from '../../../providers/mail/mailer.ts'
import { beginMessage, settleMessage, takeReceipt } from '../../../providers/messages/store.ts'
import { Refused, Unanswered } from '../../../providers/outside/ask.ts'
import { outsideReports } from '../../../providers/outside/reports.ts'
import type { PaymentProvider } from '../../../providers/payment/provider.ts'
import { deliver } from '../../../providers/sms/sending.ts'
import type { SmsReceipt, SmsService } from '../../../providers/sms/service.ts'
import { beginMail, sendBegun } from './mailing.ts'
import { noteStanding } from './store.ts'
import { lastRefusals, type RefusalRow, type SentRow, type StandingRow, sentPage, standingRows } from './views.ts'

/** The services that this shop has, as those look after them who run it. */
export interface ChannelDeps {
  database: DatabaseHandle
  payments: readonly PaymentProvider[]
  sms: readonly SmsService[]
  mailer: Mailer | null
  parcels: Pick<Kuaidi100, 'probe'> | null
  /** Of files: how they answer at this moment is shown on a page of its own. */
  files: readonly { key: string; kind: 'storage' | 'scanner'; name: string; uses: string }[]
  /** By which a mail leads back. */
  origin: string
  /** What stands in for a service, by channel and name. */
  standIns: readonly { key: string; kind: ChannelWire['kind']; name: string }[]
}

const STATE_NAMES: Readonly<Record<ChannelWire['state'], string>> = {
  good: '正常',
  failing: '没有答复',
  resting: '暂停询问',
  unused: '未用过',
}
const iso = (at: Date | null): string => at?.toISOString() ?? ''
const NEVER = new Date(0)

function stateOf({ answeredAt, failedAt, restsUntil }: StandingRow, now: Date): ChannelWire['state'] {
  if (restsUntil !== null && restsUntil > now) return 'resting'
  if (failedAt !== null && failedAt > (answeredAt ?? NEVER)) return 'failing'
  return answeredAt === null ? 'unused' : 'good'
}

type Known = Pick<ChannelWire, 'key' | 'name' | 'kind' | 'is_simulated' | 'uses' | 'test'>

function knownChannels({ payments, sms, mailer, parcels, files, standIns }: ChannelDeps): Known[] {
  const simulated = (key: string) => standIns.some((one) => one.key === key)
  const named = (names: readonly string[]) => names.map((name) => MESSAGE_TEMPLATES[name as MessageTemplate]).join('、')
  return [
    ...payments
      .filter(({ channel }) => !simulated(channel))
      .map(({ channel: key, name, note }) => ({ key, name, kind: 'payment', is_simulated: 0, uses: note, test: 'ask' }) as const),
    ...sms.map(({ key, name, templates }, at) => {
      const uses = named(['code', ...SMS_NOTICES].filter((one) => one in templates))
      return { key, name, kind: 'sms', is_simulated: 0, uses: `${at === 0 ? '首选' : '备用'}：${uses}`, test: 'phone' } as const
    }),
    ...(mailer === null
      ? []
      : [
          {
            key: 'mail',
            name: mailer.name,
            kind: 'mail',
            is_simulated: 0,
            uses: named(['differences', 'papers', 'troubles']),
            test: 'mail',
          } as const,
        ]),
    ...(parcels === null
      ? []
      : [{ key: KUAIDI100_KEY, name: KUAIDI100_NAME, kind: 'parcels', is_simulated: 0, uses: '包裹的轨迹', test: 'ask' } as const]),
    ...files.map((one) => ({ ...one, is_simulated: 0, test: '' }) as const),
    ...standIns.map((one) => ({ ...one, is_simulated: 1, uses: '替代品，不通向外部', test: '' }) as const),
  ]
}

/** What this process has heard goes to where all of them read. */
export const keepReports = ({ database }: Pick<ChannelDeps, 'database'>): Promise<void> => noteStanding(database.db, outsideReports.take())

export async function channelsOf(deps: ChannelDeps, now: Date): Promise<DataOf<typeof staffChannels>> {
  await keepReports(deps)
  const known = knownChannels(deps)
  const standings = new Map((await standingRows(deps.database.db)).map((row) => [row.service, row]))
  const keys = known.filter(({ kind }) => kind !== 'payment').map(({ key }) => key)
  const refusals = new Map<string, RefusalRow>((await lastRefusals(deps.database.db, keys)).map((row) => [row.service, row]))
  const list = known.map((one) => {
    const standing = standings.get(one.name) ?? { service: one.name, answeredAt: null, failedAt: null, error: '', restsUntil: null }
    const state = one.is_simulated === 1 ? 'good' : stateOf(standing, now)
    const refusal = refusals.get(one.key)
    return {
      ...one,
      state,
      state_name: one.is_simulated === 1 ? '模拟' : STATE_NAMES[state],
      answered_at: iso(standing.answeredAt),
      failed_at: iso(standing.failedAt),
      error: standing.error.replace(`${one.name} `, ''),
      rests_until: state === 'resting' ? iso(standing.restsUntil) : '',
      refused_at: iso(refusal?.at ?? null),
      refusal: refusal?.error ?? '',
    }
  })
  return { list }
}

const SERVICE_NAMES: Readonly<Record<string, string>> = { aliyun: '阿里云短信', tencent: '腾讯云短信', mail: '邮件', sms_inbox: '模拟短信' }

const sentWire = (row: SentRow): DataOf<typeof staffSentMessages>['list'][number] => ({
  id: row.id,
  way: row.way,
  way_name: row.way === 'sms' ? '短信' : '邮件',
  template: row.template,
  template_name: MESSAGE_TEMPLATES[row.template as MessageTemplate] ?? row.template,
  receiver: row.receiver,
  company: row.company,
  company_id: row.companyId,
  state: row.state,
  state_name: SENT_STATES[row.state],
  service: SERVICE_NAMES[row.service] ?? row.service,
  service_id: row.serviceId,
  error: row.error,
  tries: row.tries,
  created_at: row.createdAt.toISOString(),
  sent_at: iso(row.sentAt),
  reported_at: iso(row.reportedAt),
})

/** As it is kept: whoever types a number whole finds it too. */
function maskedReceiver(typed: string): string | null {
  const text = tidy(typed).trim()
  if (text === '') return null
  if (text.includes('*')) return text
  return text.includes('@') ? hideMail(text) : hidePhone(text)
}

export async function sentMessagesOf(
  { database }: Pick<ChannelDeps, 'database'>,
  query: QueryOf<typeof staffSentMessages>,
): Promise<DataOf<typeof staffSentMessages>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, way = null, template = null, state = null, receiver = '' } = query
  const filter = { way, template, state, receiver: maskedReceiver(receiver), ...periodOf(query) }
  const { rows, total } = await sentPage(database.db, filter, (page - 1) * perPage, perPage)
  return { list: rows.map(sentWire), page, per_page: perPage, total }
}

// ── A test ──

const MINUTES = 5
/** Of no payment of any shop's. */
const NO_PAYMENT = 'P00000000000000000000'

/** null: it went well; else why not, in the service's own words. */
async function tried(work: () => Promise<unknown>): Promise<Unanswered | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Unanswered) return error
    throw error
  }
}

interface Test {
  /** What is said when it went well. */
  done: string
  /** Its row in the record of what was sent, in the transaction of the deed; null: none is sent. */
  begin: (connection: Connection) => Promise<number | null>
  run: (id: number) => Promise<Unanswered | null>
}

/** A code that opens nothing: the template for codes is the one that every service has approved. */
function smsTest({ database: { db } }: ChannelDeps, service: SmsService, to: string, now: Date): Test {
  if (!isMobile(to)) throw fieldErrors([{ field: 'to', message: '请输入 11 位手机号' }])
  const params = { code: String(randomInt(1_000_000)).padStart(6, '0'), minutes: String(MINUTES) }
  return {
    done: '短信服务已收下测试短信，请看手机；送达与否等回执',
    begin: (connection) => beginMessage(connection, { way: 'sms', template: 'test', receiver: hidePhone(to) }, now),
    async run(id) {
      const { outcome, cause } = await deliver([service], 'code', { phone: to, params, reference: String(id) }, now)
      await settleMessage(db, id, outcome, now)
      return cause
    },
  }
}

function mailTest(deps: ChannelDeps, mailer: Mailer, to: string, now: Date): Test {
  if (!isMail(to)) throw fieldErrors([{ field: 'to', message: '请输入邮件地址' }])
  const text = `这是 ${beijingMinute(now)} 从管理端“系统 → 通道”发出的测试邮件，不用回复。`
  const mail = { template: 'test', to, key: `test.${now.getTime()}.${randomInt(1_000_000)}`, subject: '测试邮件', text } as const
  return {
    done: '邮件服务器已收下测试邮件，请看收件箱',
    begin: (connection) => beginMail(connection, mail, now),
    run: (id) => tried(() => sendBegun(deps, mailer, id, mail, now)),
  }
}

function testOf(deps: ChannelDeps, key: string, to: string, now: Date): Test {
  const { mailer } = deps
  const service = deps.sms.find((one) => one.key === key)
  if (service) return smsTest(deps, service, to, now)
  if (key === 'mail' && mailer !== null) return mailTest(deps, mailer, to, now)
  const { parcels } = deps
  if (key === KUAIDI100_KEY && parcels !== null)
    return { done: '服务已答复：客户编号、密钥都对', begin: async () => null, run: () => tried(() => parcels.probe()) }
  const payment = deps.payments.find(({ channel }) => channel === key && !deps.standIns.some((one) => one.key === channel))
  if (payment === undefined) throw notFound('通道')
  return { done: '渠道已答复：签名、密钥都对', begin: async () => null, run: () => tried(() => payment.query(NO_PAYMENT, now, now)) }
}

/** On record before it is done: nothing outside is asked in a transaction, and whoever asks is known even where nobody answers. */
export async function testChannel(
  deps: ChannelDeps,
  staff: StaffActor,
  key: string,
  { to: typed = '', reason }: BodyOf<typeof staffChannelTest>,
  now: Date,
): Promise<DataOf<typeof staffChannelTest>> {
  const to = tidy(typed).trim()
  const { done, begin, run } = testOf(deps, key, to, now)
  const receiver = to.includes('@') ? hideMail(to) : hidePhone(to)
  const id = await transact(deps.database.db, async (trx) => {
    await writeAudit(trx, staff, { action: 'channel.test', subject: `channel:${key}`, before: null, after: { receiver, reason } }, now)
    return begin(trx)
  })
  const cause = await run(id ?? 0)
  return cause === null
    ? { is_good: 1, said: done }
    : { is_good: 0, said: `${cause instanceof Refused ? '被拒绝' : '没有答复'}：${cause.message}` }
}

// ── Receipts ──

/** Each is taken by itself; what is not of this shop's messages is nobody's. Answers how many are. */
export async function takeReceipts(
  { database: { db } }: Pick<ChannelDeps, 'database'>,
  service: SmsService,
  receipts: readonly SmsReceipt[],
  now: Date,
): Promise<number> {
  let taken = 0
  for (const { serviceId, reference, phone, isDelivered, code, text } of receipts) {
    const receiver = hidePhone(phone.replace(/^\+?86(?=1\d{10}$)/, ''))
    const error = `${code} ${text}`.trim().slice(0, 200)
    if (serviceId !== '' && (await takeReceipt(db, { service: service.key, serviceId, reference, receiver, isDelivered, error }, now)))
      taken += 1
  }
  return taken
}
