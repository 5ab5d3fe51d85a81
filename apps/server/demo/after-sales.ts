import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { AfterSaleKind, AfterSaleReason } from '#domain/aftersales.ts'
import { applyIn, approve, cancelAfterSale, refundArrival, refundIn, reject, sendBack } from '../src/modules/buying/aftersales/public.ts'
import { refundsOf, settleRefund } from '../src/modules/money/payments/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { Connection } from '../src/platform/database.ts'
import type { Jobs } from '../src/platform/jobs.ts'
import { simulatedGateway } from '../src/providers/payment/simulator.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

/**
 * What the passed pharmacy sent back or claimed, in every state. age: of the order (orders-text.ts); days: before the start
 * of the shop, of each step that was taken. Refunds go to the gateway and the bank only, so that today's balance stays.
 */
interface DemoAfterSale {
  age: number
  goods: string
  number: number
  kind: AfterSaleKind
  reason: AfterSaleReason
  description: string
  photos?: number
  applied: number
  approved?: number
  sent?: number
  refunded?: number
  arrived?: number
  rejected?: readonly [days: number, why: string]
  cancelled?: number
  /** Fewer than applied for, and why. */
  accepted?: readonly [number: number, note: string]
}

const AFTER_SALES: readonly DemoAfterSale[] = [
  {
    age: 33,
    goods: '健胃消食片',
    number: 2,
    kind: 'return',
    reason: 'damaged',
    description: '外箱一角受潮，内有两盒压损，药盒变形不能上架。',
    photos: 2,
    applied: 29,
    approved: 28.8,
    sent: 28,
    refunded: 26.2,
    arrived: 26.1,
    accepted: [1, '一盒仅外盒轻微折角，铝箔完好，已随下一单寄回'],
  },
  {
    age: 24,
    goods: '川贝枇杷糖浆',
    number: 5,
    kind: 'return',
    reason: 'near_expiry',
    description: '到货有效期比预期短，门店销量跟不上。',
    applied: 20,
    rejected: [19.7, '该批次有效期在一年以上，不属于近效期'],
  },
  { age: 16, goods: '茯苓', number: 1, kind: 'return', reason: 'other', description: '', applied: 10, cancelled: 9.9 },
  {
    age: 16,
    goods: '黄芪片',
    number: 2,
    kind: 'return',
    reason: 'wrong',
    description: '订的是选货，收到的是统货，切片规格不符。',
    photos: 1,
    applied: 9,
    approved: 8.8,
    sent: 6,
  },
  {
    age: 16,
    goods: '枸杞子',
    number: 3,
    kind: 'return',
    reason: 'other',
    description: '多订了三盒，包装完好未拆。',
    applied: 8,
    approved: 4.6,
  },
  {
    age: 5.4,
    goods: '复方盐酸伪麻黄碱缓释胶囊',
    number: 1,
    kind: 'refund_only',
    reason: 'short',
    description: '箱内清点少一盒，随货同行单上是 10 盒。',
    applied: 2.6,
    refunded: 2.2,
  },
  {
    age: 4,
    goods: '布洛芬混悬液',
    number: 2,
    kind: 'refund_only',
    reason: 'damaged',
    description: '送货时外箱进水，两盒拒收，司机已在回单上注明。',
    photos: 2,
    applied: 1.2,
  },
]

const DAY_MS = 86_400_000
const BUYER = '陈溪'
const CLERK = '客服 李宁'
const RETURN_TO = {
  receiver: '退货验收组',
  phone: '0851-55500160',
  address: '贵州省贵阳市白云区云环东路示例 66 号 安衡药采贵阳仓 退货验收区',
}
const TONES = ['#8a6d4b', '#55708c', '#6d7f5a']

/** A box with a dent, so that the pictures of the demo are its own. */
const dentedBox = (tone: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <rect width="800" height="600" fill="#e9ecea"/><path d="M150 230l250-90 250 90-250 96z" fill="${tone}" opacity=".75"/>
  <path d="M150 230v200l250 110V326z" fill="${tone}"/><path d="M650 230v200L400 540V326z" fill="${tone}" opacity=".85"/>
  <path d="M206 330l64 34 22-16 30 50 40 6-20 60-70-20-30-50z" fill="#2a2f2c" opacity=".55"/>
  <path d="M470 190l70 24-40 18-68-26z" fill="#fff" opacity=".6"/></svg>`

async function photo(trx: Connection, companyId: number, index: number): Promise<number> {
  const source = sharp(Buffer.from(dentedBox(TONES[index % TONES.length] ?? '#8a6d4b')))
  const content = await source.clone().jpeg({ quality: 80 }).toBuffer()
  const preview = await source.clone().resize({ height: 240 }).webp({ quality: 75 }).toBuffer()
  const { id } = await trx
    .insertInto('stored_file')
    .values({
      company_id: companyId,
      purpose: 'after_sale',
      name: `破损照片${index + 1}.jpg`,
      mime: 'image/jpeg',
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('stored_file_content').values({ file_id: id, content, preview }).execute()
  return id
}

/** The history asks no gateway: what came of it is written by itself. */
const NO_JOBS: Jobs = { enqueue: async () => undefined }

interface Who {
  companyId: number
  accountId: number
  name: string
}

export async function writeAfterSales(trx: Connection, people: CompanyIds, now: Date): Promise<void> {
  const who: Who = { companyId: idOf(people.companies, PASSED_PHARMACY), accountId: idOf(people.accounts, '13900000001'), name: BUYER }
  const admin = await trx.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const clerk: StaffActor = { accountId: admin.id, name: CLERK }
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const [index, one] of AFTER_SALES.entries()) {
    const id = await applied(trx, who, one, index, at(one.applied))
    await lived(trx, who, clerk, one, id, at)
  }
}

/** The first batch of the goods in the order. */
async function pieceOf(trx: Connection, companyId: number, { age, goods }: DemoAfterSale) {
  return trx
    .selectFrom('orders as o')
    .innerJoin('checkout as c', 'c.id', 'o.checkout_id')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .innerJoin('order_line_batch as b', 'b.order_line_id', 'l.id')
    .where('o.company_id', '=', companyId)
    .where('c.idempotency_key', '=', `demo-${age}`)
    .where('g.name', '=', goods)
    .orderBy('b.id')
    .select(['o.id as orderId', 'b.id as pieceId'])
    .executeTakeFirstOrThrow()
}

async function applied(trx: Connection, who: Who, one: DemoAfterSale, index: number, at: Date): Promise<number> {
  const { orderId, pieceId } = await pieceOf(trx, who.companyId, one)
  const fileIds: number[] = []
  for (let shot = 0; shot < (one.photos ?? 0); shot++) fileIds.push(await photo(trx, who.companyId, index + shot))
  const { kind, reason, description, number } = one
  const wish = { order_id: orderId, kind, reason, description, lines: [{ id: pieceId, number }], file_ids: fileIds }
  const { id } = await applyIn(trx, who, { ...wish, key: `demo-after-sale-${index}` }, at)
  return id
}

/** What happened to it afterwards, step by step. */
async function lived(trx: Connection, who: Who, clerk: StaffActor, one: DemoAfterSale, id: number, at: (days: number) => Date) {
  if (one.cancelled !== undefined) await cancelAfterSale(trx, who, id, at(one.cancelled))
  if (one.rejected !== undefined) await reject(trx, clerk, id, one.rejected[1], at(one.rejected[0]))
  if (one.approved !== undefined) await approve(trx, clerk, id, RETURN_TO, at(one.approved))
  if (one.sent !== undefined)
    await sendBack(trx, who, id, { carrier: '顺丰速运', waybill: `SF14${String(id).padStart(10, '0')}` }, at(one.sent))
  if (one.refunded === undefined) return
  const [number, note] = one.accepted ?? [one.number, '']
  const [line] = await trx.selectFrom('after_sale_line').select('id').where('after_sale_id', '=', id).execute()
  const inspection = { note, lines: [{ id: line?.id ?? 0, accepted: number, sellable: 0 }] }
  await refundIn(trx, { jobs: NO_JOBS }, clerk, id, inspection, at(one.refunded))
  if (one.arrived === undefined) return
  const arrivedAt = at(one.arrived)
  const providers = [simulatedGateway(trx, '')]
  for (const refund of await refundsOf(trx, id)) await settleRefund(trx, { providers }, refund, refundArrival(arrivedAt), arrivedAt)
}
