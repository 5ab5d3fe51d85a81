import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { endFirstGoods, insertFirstGoods, lockFirstGoods, openTradeOf } from './goods-store.ts'

/** What the form of a goods' first trade says of it. */
const PRINTED = ['name', 'spec', 'dosage_form', 'drug_class', 'scope_code', 'manufacturer', 'holder', 'approval_no', 'storage'] as const
type Fact = (typeof PRINTED)[number]
type Facts<Value> = Readonly<Record<Fact, Value>>

/** Which goods it is; so does its strength, while another pack of it is no other. */
const APPROVED_AS: readonly Fact[] = ['name', 'dosage_form', 'manufacturer', 'holder', 'approval_no']
/** The same of goods that were taken over, whose names are put right by and by. */
const KNOWN_BY: readonly Fact[] = ['manufacturer', 'approval_no']

const OPEN = '首营申请正在审批，审批结束之前品名、规格、剂型、类别、生产企业、持有人、批准文号和储存条件不能改'

const STRENGTH = /\d{1,9}(?:\.\d{1,6})?\s?(?:[kmuμµ]?g|mcg|m?l|iu|万?单位|%)/gi
/** 0.25g of 0.25g*24粒: what a pack holds of it is another matter. */
const strengthOf = (spec: string): string => (spec.match(STRENGTH) ?? []).join()

/**
 * A clerk changes a goods: whoever decides on its first trade decides on what he reads, and what was approved is this goods and no other. True:
 * it is another one now, and has not passed. In the transaction that holds the goods.
 */
export async function isAnotherGoods(
  trx: Connection,
  id: number,
  before: Facts<string>,
  after: Facts<string | undefined>,
  now: Date,
): Promise<boolean> {
  const changed = PRINTED.filter((field) => after[field] !== undefined && before[field] !== after[field])
  if (changed.length === 0) return false
  const row = await lockFirstGoods(trx, id)
  if (row === null) {
    if (!changed.some((field) => KNOWN_BY.includes(field) && before[field] !== '')) return false
    await insertFirstGoods(trx, id, now)
    return true
  }
  await refuseOpenTrade(trx, [id])
  const isOther = changed.some((field) => APPROVED_AS.includes(field)) || strengthOf(before.spec) !== strengthOf(after.spec ?? before.spec)
  return isOther && endFirstGoods(trx, id)
}

/** Their maker is about to have another name. */
export async function refuseOpenTrade(trx: Connection, goodsIds: readonly number[]): Promise<void> {
  const name = await openTradeOf(trx, goodsIds)
  if (name !== null) throw conflict(`${name}：${OPEN}`)
}
