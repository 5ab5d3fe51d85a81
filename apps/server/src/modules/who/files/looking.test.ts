import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { SEEDED_ROLES } from '../accounts/public.ts'

/** 员工凭编号取文件：看得到那件事的岗位才看得到它的文件，有“查看文件”的权限还不够。 */

let shop: Shop
let buyer: Buyer
beforeAll(async () => {
  shop = await openShop()
  buyer = await makeCompany(shop.database.db)
})
afterAll(() => shop.close())

async function kept(
  purpose: string,
  subject: string,
  { accountId = null as number | null, companyId = buyer.companyId as number | null } = {},
) {
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `with kept as (
       insert into stored_file (company_id, account_id, purpose, subject, name, mime, size, sha256)
       values ($1, $2, $3, $4, '文件.pdf', 'application/pdf', 4, sha256('%PDF')) returning id)
     insert into stored_file_content (file_id, content, preview) select id, '%PDF', '%PDF' from kept returning file_id as id`,
    [companyId, accountId, purpose, subject],
  )
  return rows[0]?.id ?? 0
}
const idOf = async (cookie: string): Promise<number> => (await shop.ask('GET', '/api/staff/me', { cookie })).data.id

/** By each file, the word without which nobody looks at it. */
const FILES: readonly [what: string, purpose: string, subject: string, word: string | null][] = [
  ['企业证照、身份证', 'certificate', 'certificate:1', 'companies.view'],
  ['对公转账凭证', 'proof', 'proof:1', 'transfers.view'],
  ['含麻回执', 'receipt', 'receipt:1', 'receipts.view'],
  ['售后照片', 'after_sale', 'after_sale:1', 'aftersales.view'],
  ['会话图片', 'chat', 'chat:1', 'chat.view'],
  ['印章授权书', 'seal', 'seal:1:authority', 'seals.view'],
  ['投诉附件', 'feedback', 'feedback:1', 'feedback.view'],
  ['供货资料', 'trade_paper', 'trade_paper:1', 'trade_papers.view'],
  ['发票', 'document', 'invoice:1', 'invoices.view'],
  ['检验报告', 'document', 'report:ab', 'reports.view'],
  ['单据（只在单据里取，取走留痕）', 'document', 'document:1', null],
  ['资料包', 'document', 'pack:1', null],
]

describe('员工凭编号取文件', () => {
  it.each(FILES)('%s：只给看得到这件事的岗位', async (_what, purpose, subject, word) => {
    const id = await kept(purpose, subject)
    for (const [role, { permissions }] of Object.entries(SEEDED_ROLES)) {
      const words: readonly string[] = permissions
      const cookie = await makeStaffOf(shop.database.db, role)
      const looks = words.includes('files.view')
      const sees = looks && word !== null && words.includes(word)
      for (const url of [`/api/staff/file/${id}`, `/api/staff/file/${id}/preview`])
        expect([role, url, (await shop.ask('GET', url, { cookie })).status]).toEqual([role, url, sees ? 200 : looks ? 404 : 403])
    }
  })

  it('自己上传的总看得到，别的岗位上传的不行', async () => {
    const [own, other] = [
      await makeStaffOf(shop.database.db, 'merchandiser', '商品甲'),
      await makeStaffOf(shop.database.db, 'merchandiser', '商品乙'),
    ]
    const id = await kept('seal', 'seal:2:source', { accountId: await idOf(own), companyId: null })
    expect((await shop.ask('GET', `/api/staff/file/${id}`, { cookie: own })).status).toBe(200)
    expect((await shop.ask('GET', `/api/staff/file/${id}`, { cookie: other })).status).toBe(404)
  })

  it('企业自己的文件照常看得到', async () => {
    const id = await kept('document', 'document:2')
    expect((await shop.ask('GET', `/api/file/${id}`, { cookie: buyer.cookie })).status).toBe(200)
  })
})
