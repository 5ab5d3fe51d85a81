import { createHash } from 'node:crypto'
import { GOODS_FILES, SUPPLIER_FILES } from '#domain/upstream.ts'
import { creditCode } from '../demo/credit-code.ts'
import { makeStaffOf, next } from './fixtures.ts'
import type { Answer, Shop } from './harness.ts'

/** The people of a first trade, and what they do, by the calls of the shop. */

/** One account may send a limited number of files an hour; these are there already. */
async function sentFile(shop: Shop, name: string): Promise<number> {
  const { db } = shop.database
  const values = { purpose: 'upstream_paper', name, mime: 'image/jpeg', size: 1, sha256: createHash('sha256').update(name).digest() }
  return (await db.insertInto('stored_file').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const typedSupplier = (facts: object = {}) => ({
  name: `样例供货${next()}有限公司`,
  credit_code: creditCode('420102', 3000 + next()),
  kind: 'wholesaler',
  scopes: ['chem', 'tcm'],
  legal_person: '张总',
  address: '武汉市江岸区一号',
  quality_person: '李质',
  quality_phone: '027-80000001',
  bank: '样例银行武汉分行',
  bank_account: '6222000000000009',
  contact: '赵联系',
  phone: '13800000001',
  mandate_range: '全部经营品种，湖北省',
  ...facts,
})

export async function upstreamPeople(shop: Shop) {
  const { db } = shop.database
  const as = (cookie: string) => ({
    cookie,
    get: (url: string): Promise<Answer> => shop.ask('GET', `/api/staff/${url}`, { cookie }),
    post: (url: string, body: object): Promise<Answer> => shop.ask('POST', `/api/staff/${url}`, { cookie, body }),
  })
  return {
    buyer: as(await makeStaffOf(db, 'merchandiser', '采购甲')),
    clerk: as(await makeStaffOf(db, 'quality', '质量乙')),
    head: as(await makeStaffOf(db, 'quality_head', '负责人丙')),
  }
}
export type UpstreamPeople = Awaited<ReturnType<typeof upstreamPeople>>

/** One paper of a kind, with its picture. */
export async function filePaper(shop: Shop, { buyer }: UpstreamPeople, of: string, kind: string, expires_on: string): Promise<Answer> {
  const body = { kind, number: `编号-${kind}`, holder: '王业务', file_ids: [await sentFile(shop, `${kind}.jpg`)] }
  return buyer.post(`${of}/paper`, { ...body, ...(expires_on ? { expires_on } : { is_endless: 1 }) })
}

/** All that must be there. */
export async function fileAll(shop: Shop, people: UpstreamPeople, of: string, expiresOn: string): Promise<void> {
  const kinds = of.startsWith('supplier') ? SUPPLIER_FILES : GOODS_FILES
  for (const [kind, { must, mayBeEndless }] of Object.entries(kinds))
    if (must) {
      const answer = await filePaper(shop, people, of, kind, mayBeEndless ? '' : expiresOn)
      if (answer.code !== 200) throw new Error(`${kind}: ${answer.message}`)
    }
}

/** Applied for and approved by both. */
export async function passAll({ buyer, clerk, head }: UpstreamPeople, of: string): Promise<void> {
  const { data, message } = await buyer.post(`${of}/apply`, { words: '品种需要' })
  if (!data.approvals) throw new Error(message)
  const [{ id }] = data.approvals
  await clerk.post(`upstream/${id}/check`, { decision: 'pass', opinion: '资料齐全有效' })
  const answer = await head.post(`upstream/${id}/decide`, { decision: 'pass' })
  if (answer.code !== 200) throw new Error(answer.message)
}

export async function passedSupplier(shop: Shop, people: UpstreamPeople, facts: object = {}, expiresOn = '2027-12-31'): Promise<number> {
  const { id } = (await people.buyer.post('supplier', typedSupplier(facts))).data
  await fileAll(shop, people, `supplier/${id}`, expiresOn)
  await passAll(people, `supplier/${id}`)
  return id
}
