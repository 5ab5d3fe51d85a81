import { createHash } from 'node:crypto'
import { type Answered, openStandIn, type StandIn } from './server.ts'

/**
 * Kuaidi100 as a customer sees it: checks each signature by the customer's key as its documentation says, tells of the parcels it knows, and
 * makes pushes. Written without the shop's signer.
 */

interface Step {
  time: string
  context: string
  areaName?: string
}
export interface KnownParcel {
  com: string
  state: string
  data: Step[]
  /** Without the receiver's phone it tells nothing. */
  phone?: string
}
export interface Kuaidi100StandIn extends StandIn {
  parcels: Map<string, KnownParcel>
  /** Questions, in the order in which they came. */
  asked: Record<string, string>[]
  subscribed: Map<string, { callbackurl: string; salt: string }>
  /** It answers so instead. */
  refuse: { returnCode: string; message: string } | null
  /** The body of a push about one. */
  push: (number: string, salt?: string) => string
}

export const KUAIDI100_CUSTOMER = { customer: '0123456789ABCDEF0123456789ABCDEF', key: 'kuaidi-key-1', salt: 'the-shops-salt' }

const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase()

export async function openKuaidi100(): Promise<Kuaidi100StandIn> {
  const { customer, key } = KUAIDI100_CUSTOMER
  const parcels: Kuaidi100StandIn['parcels'] = new Map()
  const subscribed: Kuaidi100StandIn['subscribed'] = new Map()
  const asked: Record<string, string>[] = []
  const json = (content: object): Answered => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  const no = (returnCode: string, message: string) => json({ result: false, returnCode, message })

  const standIn = await openStandIn(async ({ method, path, body }) => {
    const form = new URLSearchParams(body)
    const param = form.get('param') ?? ''
    const said = JSON.parse(param || '{}')
    if (method !== 'POST') return no('400', '提交的数据不完整')
    if (own.refuse) return no(own.refuse.returnCode, own.refuse.message)
    if (path === '/poll/query.do') {
      if (form.get('sign') !== md5(param + key + customer) || form.get('customer') !== customer) return no('503', '验证签名失败')
      asked.push(said)
      const known = parcels.get(said.num)
      if (!known || known.com !== said.com) return no('500', '查询无结果，请隔段时间再查')
      if (known.phone && !said.phone.endsWith(known.phone.slice(-4))) return no('408', '验证码错误')
      return json({
        message: 'ok',
        nu: said.num,
        com: said.com,
        status: '200',
        state: known.state,
        ischeck: known.state === '3' ? '1' : '0',
        data: known.data,
      })
    }
    if (path === '/poll') {
      if (said.key !== key || form.get('schema') !== 'json') return no('503', '验证签名失败')
      const again = subscribed.has(said.number)
      subscribed.set(said.number, said.parameters)
      return again ? no('501', '重复订阅') : json({ result: true, returnCode: '200', message: '提交成功' })
    }
    return { status: 404, body: '' }
  })
  const own: Kuaidi100StandIn = Object.assign(standIn, {
    parcels,
    asked,
    subscribed,
    refuse: null,
    push(number: string, salt = subscribed.get(number)?.salt ?? '') {
      const known = parcels.get(number)
      const lastResult = { message: 'ok', nu: number, com: known?.com, state: known?.state, ischeck: '0', data: known?.data }
      const param = JSON.stringify({ status: known?.state === '3' ? 'shutdown' : 'polling', lastResult })
      return new URLSearchParams({ sign: md5(param + salt), param }).toString()
    },
  })
  return own
}
