import { createHash, timingSafeEqual } from 'node:crypto'
import { isLongForm } from '../../platform/form-text.ts'
import { askOutside, type OutsideAnswer, Refused, Unanswered } from '../outside/ask.ts'
import { type Fields, fieldsIn, parsedFields, textIn } from '../outside/fields.ts'
import type { LogisticsProvider, Parcel, ParcelEvent, ParcelQuery } from './provider.ts'

/**
 * Kuaidi100 (快递100): one service for all carriers. Real-time query `poll/query.do` and subscription `poll`, each signed by an MD5 over the
 * JSON that was sent. A push is believed only as a hint to ask: MD5 with a salt is all that vouches for it.
 */

export interface Kuaidi100Options {
  customer: string
  key: string
  /** What a push is signed with; null: no push is asked for. */
  salt: string | null
  /** Its codes of carriers, by what people write on a parcel; beside those that everybody uses. */
  carriers: ReadonlyMap<string, string>
  url: string
  callbackUrl: string
}

export const KUAIDI100_NAME = '快递100'
export const KUAIDI100_KEY = 'kuaidi100'

/** What staff write, and Kuaidi100's code of it. The longer name is looked for first. */
const CARRIERS: readonly (readonly [name: string, code: string])[] = [
  ['顺丰', 'shunfeng'],
  ['京东', 'jd'],
  ['中通快运', 'zhongtongkuaiyun'],
  ['中通', 'zhongtong'],
  ['圆通', 'yuantong'],
  ['申通', 'shentong'],
  ['韵达快运', 'yundakuaiyun'],
  ['韵达', 'yunda'],
  ['极兔', 'jtexpress'],
  ['德邦快递', 'debangkuaidi'],
  ['德邦', 'debangwuliu'],
  ['安能', 'annengwuliu'],
  ['邮政', 'youzhengguonei'],
  ['EMS', 'ems'],
  ['跨越', 'kuayue'],
  ['壹米滴答', 'yimidida'],
]

/** Its states (lastResult.state): 3 signed, 4 returned and signed. */
const SIGNED = '3'
/** Numbers are cut to this by the service; a longer one is none of its carriers'. */
const NUMBER_MAX = 32
/** sign, param, and what it may come to send beside. */
const PUSH_NAMES_MAX = 10
/** "查询无结果，请隔段时间再查": the carrier has not scanned it yet. */
const NOTHING_YET = '500'
/** "重复订阅": it tells already. */
const SUBSCRIBED_BEFORE = '501'

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()

export function carrierCode({ carriers }: Pick<Kuaidi100Options, 'carriers'>, carrier: string): string | null {
  const said = carrier.trim().toUpperCase()
  const own = [...carriers].find(([name]) => said.includes(name.toUpperCase()))
  return own?.[1] ?? CARRIERS.find(([name]) => said.includes(name))?.[1] ?? null
}

/** "2026-11-28 10:20:30" of Beijing; null: it is no time. */
function timeOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** What the shop's table takes; a text that is longer is no line of a parcel's way. */
const TEXT_MAX = 500
/** A parcel that is tossed about for a month has some dozens; the newest come first. */
const EVENTS_MAX = 500

function eventsIn(rows: unknown): ParcelEvent[] {
  if (!Array.isArray(rows)) return []
  const seen = new Set<string>()
  return rows
    .slice(0, EVENTS_MAX)
    .map(fieldsIn)
    .flatMap((row) => {
      const at = timeOf(textIn(row, 'ftime') || textIn(row, 'time'))
      const text = textIn(row, 'context').trim().slice(0, TEXT_MAX)
      const key = `${at?.getTime()} ${text}`
      if (at === null || text === '' || seen.has(key)) return []
      seen.add(key)
      return [{ at, text, place: (textIn(row, 'areaName') || textIn(row, 'location')).slice(0, 100) }]
    })
}

export function parcelOf(said: Fields): Parcel {
  const events = eventsIn(said.data)
  const last = Math.max(...events.map(({ at }) => at.getTime()))
  return { events, temperatures: [], deliveredAt: textIn(said, 'state') === SIGNED && events.length > 0 ? new Date(last) : null }
}

const fieldsOf = ({ body }: OutsideAnswer): Fields => parsedFields(body.toString('utf8'))
const messageOf = (said: Fields): string => textIn(said, 'message').slice(0, 200)

export interface Kuaidi100 extends LogisticsProvider {
  /** Whether it knows us, by asking about a number of nobody; throws where it does not. */
  probe: () => Promise<void>
  /** What a push tells; null: it is none of the service's. */
  readPush: (body: Buffer) => { waybill: string } | null
}

export function kuaidi100({ customer, key, salt, carriers, url, callbackUrl }: Kuaidi100Options): Kuaidi100 {
  const send = async (path: string, what: string, form: Record<string, string>): Promise<Fields> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const answer = await askOutside(`${url}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form).toString(),
      service: KUAIDI100_NAME,
      what,
    })
    if (answer.status !== 200) throw new Unanswered(KUAIDI100_NAME, `${what}: HTTP ${answer.status}`)
    return fieldsOf(answer)
  }
  const query = (param: object): Promise<Fields> => {
    const text = JSON.stringify(param)
    return send('/poll/query.do', 'query', { customer, param: text, sign: md5(`${text}${key}${customer}`) })
  }
  const named = ({ carrier, waybill, phone }: ParcelQuery): { com: string; num: string; phone: string } | null => {
    const com = carrierCode({ carriers }, carrier)
    const num = waybill.trim()
    return com === null || num === '' || num.length > NUMBER_MAX ? null : { com, num, phone }
  }
  return {
    async track(asked) {
      const about = named(asked)
      if (about === null) return null
      const said = await query({ ...about, from: asked.from, to: asked.to.city, resultv2: '1', order: 'desc' })
      if (textIn(said, 'status') === '200') return parcelOf(said)
      const code = textIn(said, 'returnCode')
      if (code === NOTHING_YET) return { events: [], temperatures: [], deliveredAt: null }
      if (code === '') throw new Unanswered(KUAIDI100_NAME, 'query: an answer that is none')
      throw new Refused(KUAIDI100_NAME, `query: ${code} ${messageOf(said)}`)
    },
    async follow(asked) {
      const about = named(asked)
      if (about === null || salt === null) return false
      const { com: company, num: number, phone } = about
      const parameters = { callbackurl: callbackUrl, salt, resultv2: '1', phone }
      const param = JSON.stringify({ company, number, from: asked.from, to: asked.to.city, key, parameters })
      const said = await send('/poll', 'subscribe', { schema: 'json', param })
      const code = textIn(said, 'returnCode')
      return (said.result === true && code === '200') || code === SUBSCRIBED_BEFORE
    },
    async probe() {
      const said = await query({ com: 'shunfeng', num: 'SF0000000000000', phone: '' })
      const code = textIn(said, 'returnCode')
      // Nothing is known of it, or the phone is asked for: both only after the signature was found right.
      if (textIn(said, 'status') !== '200' && code !== NOTHING_YET && code !== '408')
        throw new Refused(KUAIDI100_NAME, `query: ${code} ${messageOf(said)}`)
    },
    readPush(body) {
      if (salt === null) return null
      const text = body.toString('utf8')
      // It sends two fields; whoever sends a thousand is somebody else, and taking them apart takes time.
      if (isLongForm(text, PUSH_NAMES_MAX)) return null
      const form = new URLSearchParams(text)
      const param = form.get('param') ?? ''
      const said = Buffer.from((form.get('sign') ?? '').toUpperCase())
      const own = Buffer.from(md5(`${param}${salt}`))
      if (said.length !== own.length || !timingSafeEqual(said, own)) return null
      return { waybill: textIn(fieldsIn(parsedFields(param).lastResult), 'nu').slice(0, 60) }
    },
  }
}
