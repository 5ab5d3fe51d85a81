import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import type { staffWantedAnswer, wantedAdd } from '#contract/selfservice.ts'
import { beijingDate } from '#domain/dates.ts'
import { tidy } from '#domain/identifiers.ts'
import { type Fen, fenFromYuan } from '#domain/money.ts'
import { afterWanted, type WantedState } from '#domain/wanted.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { claimFiles } from '../../who/files/public.ts'
import { tell } from '../messages/public.ts'
import {
  existingGoods,
  insertEntry,
  insertWanted,
  lockAndCount,
  lockWanted,
  type NewWanted,
  repliesSince,
  setState,
  wantedOfForm,
} from './store.ts'

export const wantedSubject = (id: number) => `wanted:${id}`

/** Requests of one company a day: a long list, not a flood. */
const A_DAY_MAX = 100
/** Words of a buyer on one request a day. */
const REPLIES_A_DAY_MAX = 20
const EXPECTED_MAX = 100_000_000

interface Who {
  companyId: number
  accountId: number
  name: string
}

type Item = BodyOf<typeof wantedAdd>['list'][number]

function readItem(item: Item, at: number, errors: FieldError[]): NewWanted & { files: number[] } {
  const wrong = (field: string, message: string) => errors.push({ field: `list.${at}.${field}`, message })
  const text = (value: string | undefined) => tidy(value ?? '')
  const name = text(item.name)
  if (name.length < 2) wrong('name', '请填写商品名称，至少 2 个字')
  const price = text(item.expected_price)
  const expectedPrice: Fen | null = price === '' ? null : fenFromYuan(price)
  if (price !== '' && (expectedPrice === null || expectedPrice <= 0 || expectedPrice > EXPECTED_MAX))
    wrong('expected_price', '请填写正确的期望单价')
  return {
    name,
    spec: text(item.spec),
    manufacturer: text(item.manufacturer),
    number: item.number,
    unit: text(item.unit),
    expectedPrice,
    note: (item.note ?? '').trim(),
    files: item.files ?? [],
  }
}

const SAID = ['name', 'spec', 'manufacturer', 'number', 'unit', 'expectedPrice', 'note'] as const

/** Sent again, and not another form under the same key. */
const isSameForm = (before: readonly NewWanted[], items: readonly NewWanted[]): boolean =>
  before.length === items.length && before.every((one, at) => SAID.every((field) => one[field] === items[at]?.[field]))

/** Takes the requests of one form, all or none. The same key is taken once. */
export async function addWanted(database: DatabaseHandle, who: Who, { key, list }: BodyOf<typeof wantedAdd>, now: Date): Promise<number[]> {
  const errors: FieldError[] = []
  const items = list.map((item, at) => readItem(item, at, errors))
  if (errors.length > 0) throw fieldErrors(errors)
  const form = key ?? randomUUID()
  return transact(database.db, async (trx) => {
    const today = await lockAndCount(trx, who.companyId, startOfDay(beijingDate(now)))
    const before = await wantedOfForm(trx, who.companyId, form)
    if (before.length > 0 && !isSameForm(before, items))
      throw conflict('该提交编号已用于另一份求购，请刷新页面后重新提交', { reason: 'KEY_USED' })
    if (before.length > 0) return before.map(({ id }) => id)
    if (today + items.length > A_DAY_MAX)
      throw new ShopError(CODES.TOO_MANY, `每天最多提交 ${A_DAY_MAX} 条求购，请明天再提交或联系客户经理`)
    const ids: number[] = []
    for (const [at, item] of items.entries()) {
      const id = await insertWanted(trx, who, `${form}:${at + 1}`, item, now)
      const claim = {
        companyId: who.companyId,
        ids: item.files,
        purpose: 'wanted',
        subject: wantedSubject(id),
        field: `list.${at}.files`,
      } as const
      if (item.files.length > 0) await claimFiles(trx, claim)
      ids.push(id)
    }
    return ids
  })
}

const closed = () => conflict('这条求购已关闭，如仍需要请重新提交')

export async function replyByBuyer(database: DatabaseHandle, who: Who, id: number, text: string, now: Date): Promise<WantedState> {
  const said = text.trim()
  if (said === '') throw fieldErrors([{ field: 'text', message: '请填写追问内容' }])
  return transact(database.db, async (trx) => {
    const wanted = await lockWanted(trx, id, who.companyId)
    if (wanted === null) throw notFound('求购')
    const state = afterWanted(wanted.state, 'reply')
    if (state === null) throw closed()
    if ((await repliesSince(trx, id, startOfDay(beijingDate(now)))) >= REPLIES_A_DAY_MAX)
      throw new ShopError(CODES.TOO_MANY, '今天追问得已经很多，请等候答复或拨打服务热线')
    await insertEntry(trx, id, { accountId: who.accountId, isStaff: false, author: who.name, text: said, goodsIds: [] }, now)
    await setState(trx, id, state, null, now)
    return state
  })
}

/** Closing what is closed changes nothing. */
export async function closeByBuyer(database: DatabaseHandle, who: Who, id: number, reason: string, now: Date): Promise<WantedState> {
  return transact(database.db, async (trx) => {
    const wanted = await lockWanted(trx, id, who.companyId)
    if (wanted === null) throw notFound('求购')
    if (wanted.state !== 'closed') await setState(trx, id, 'closed', reason.trim(), now)
    return 'closed' as const
  })
}

export async function answerByStaff(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { text, goods_ids: goodsIds = [], arrived }: BodyOf<typeof staffWantedAnswer>,
  now: Date,
): Promise<WantedState> {
  const said = text.trim()
  if (said === '') throw fieldErrors([{ field: 'text', message: '请填写答复内容' }])
  return transact(database.db, async (trx) => {
    const wanted = await lockWanted(trx, id, null)
    if (wanted === null) throw notFound('求购')
    const there = await existingGoods(trx, goodsIds)
    if (goodsIds.some((one) => !there.has(one))) throw fieldErrors([{ field: 'goods_ids', message: '所选商品不存在' }])
    const state = afterWanted(wanted.state, arrived === 1 ? 'arrive' : 'answer')
    if (state === null) throw conflict('客户已关闭这条求购')
    const entry = await insertEntry(
      trx,
      id,
      { accountId: staff.accountId, isStaff: true, author: '安衡药采客服', text: said, goodsIds },
      now,
    )
    await setState(trx, id, state, null, now)
    await writeAudit(
      trx,
      staff,
      {
        action: 'wanted.answer',
        subject: wantedSubject(id),
        before: { state: wanted.state },
        after: { state, text: said, goods_ids: goodsIds },
      },
      now,
    )
    const title = state === 'arrived' ? `您求购的“${wanted.name}”已到货` : `您的求购“${wanted.name}”有新回复`
    const url = `/pzqg/info?id=${id}`
    await tell(trx, { companyId: wanted.companyId, kind: 'system', title, text: said, url, key: `wanted:${id}:${entry}` }, now)
    return state
  })
}
