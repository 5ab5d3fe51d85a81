import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeStaff, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { untilOneWaits } from '../../../../test/waiting.ts'
import { keepMadeFile } from '../../who/files/public.ts'
import { checkPaper } from '../documents/public.ts'
import { contractPaper } from './paper.ts'
import { endContracts } from './service.ts'
import { insertVersion, lockCompany } from './store.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const made = await testSigner()
const root: Uint8Array = made.root
const shop = await testShop({ now: NOW, signer: made.signer })
const { db, pool } = shop.database
await nameSupplier(db, { name: '示例医药', tax_no: '示91' })
const staff = await makeStaff(db)

const newCompany = (options = {}) => makeCompany(db, options)
const infoOf = async (buyer: Buyer) => (await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data
const sign = async (buyer: Buyer, change: object = {}) => {
  const { version, sha256 } = await infoOf(buyer)
  const body = { version, sha256, signer_name: '陈溪', signer_title: '企业负责人', agreed: 1, ...change }
  return shop.ask('POST', '/api/contract/sign', { cookie: buyer.cookie, body })
}
const byStaff = (path: string, body: object) => shop.ask('POST', `/api/staff/contract/${path}`, { cookie: staff, body })

describe('电子合同', () => {
  it('未签合同：要求“已通过”的调用答 459 并指向 /dzht；签署后立即放行，协议随后制成双方签名的单据', async () => {
    const buyer = await newCompany({ contract_signed: false })
    const refused = await shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id: 1 } })
    expect([refused.status, refused.code, refused.data.reasons[0].action.url]).toEqual([459, 459, '/dzht'])

    const info = await infoOf(buyer)
    expect(info).toMatchObject({ must_sign: 1, can_sign: 1, version: 1, valid_from: '2026-11-21', valid_until: '2027-11-20' })
    expect(info.articles.length).toBeGreaterThan(10)
    const signed = await sign(buyer)
    expect(signed.data).toMatchObject({ state: 'valid', sha256: info.sha256, signer_name: '陈溪', valid_until: '2027-11-20' })
    shop.sessions.forget()
    expect((await shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id: 1 } })).status).toBe(404)

    expect(signed.data).toMatchObject({ file: null, document: { kind: 'agreement', state: 'waiting', file_url: '' } })
    await shop.jobs.runDue(['documents.make'])
    const [{ document }] = (await infoOf(buyer)).signatures
    expect(document).toMatchObject({ state: 'valid' })
    const file = await shop.app.inject({ method: 'GET', url: document.file_url, headers: { cookie: `sid=${buyer.cookie}` } })
    expect(file.headers['content-type']).toBe('application/pdf')
    // This company has no seal: the shop alone signs, and the signer's name stands on it.
    const { good, signatures } = await checkPaper(file.rawPayload, [root])
    expect([good, signatures.length]).toEqual([true, 1])
    if (hasPoppler) for (const word of ['陈溪', info.sha256, '签署记录', signed.data.no]) expect(pdfText(file.rawPayload)).toContain(word)
    const row = await db
      .selectFrom('contract_signature')
      .where('company_id', '=', buyer.companyId)
      .select(['ip', 'account_id'])
      .executeTakeFirstOrThrow()
    expect(row.account_id).toBe(buyer.accountId)
    expect(row.ip).not.toBe('')
    expect(await infoOf(buyer)).toMatchObject({ must_sign: 0, can_sign: 0, sha256: info.sha256 })
  })

  it('连点、两处同时签：只有一份', async () => {
    const buyer = await newCompany({ contract_signed: false })
    const answers = await atOnce([1, 2, 3], 3, () => sign(buyer))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.data.no)).size).toBe(1)
    expect((await infoOf(buyer)).signatures).toHaveLength(1)
  })

  it('没勾选、没填姓名、读的是另一份文本、资质未过：都签不了', async () => {
    const buyer = await newCompany({ contract_signed: false })
    const fieldOf = (answer: { data: { errors: { field: string }[] } }) => answer.data.errors[0]?.field
    expect(fieldOf(await sign(buyer, { agreed: 0 }))).toBe('agreed')
    expect(fieldOf(await sign(buyer, { signer_name: '　　' }))).toBe('signer_name')
    expect(fieldOf(await sign(buyer, { signer_title: '经理😀' }))).toBe('signer_title')
    const other = await newCompany({ contract_signed: false })
    const theirs = await infoOf(other)
    // The names of the parties are part of what is signed.
    expect(await sign(buyer, { sha256: theirs.sha256 })).toMatchObject({ status: 409, data: { reason: 'TEXT_CHANGED' } })
    expect((await sign(buyer, { version: 99 })).status).toBe(409)
    const pending = await newCompany({ review_state: 1, contract_signed: false })
    expect(await infoOf(pending)).toMatchObject({ can_sign: 0, why: '企业资质通过审核后即可签署' })
    expect((await sign(pending)).status).toBe(409)
    expect((await infoOf(buyer)).signatures).toEqual([])
  })

  it('别家的合同看不到也下载不了', async () => {
    const [mine, other] = [await newCompany({ contract_signed: false }), await newCompany()]
    await sign(mine)
    await shop.jobs.runDue(['documents.make'])
    const [{ document }] = (await infoOf(mine)).signatures
    expect((await infoOf(other)).signatures).toEqual([])
    expect((await shop.ask('GET', document.file_url, { cookie: other.cookie })).status).toBe(404)
  })

  it('发布新版后可要求重签：没签过新版的停购，签过的不受影响；发布过的正文不可改', async () => {
    const [early, late] = [await newCompany(), await newCompany()]
    const text = `## 第一条 总则\n${'供需双方诚信履约。'.repeat(10)}`
    expect((await byStaff('version', { title: '年度购销协议', text: '没有分条的正文'.repeat(10), valid_months: 12 })).status).toBe(422)
    // What is signed is printed: a sign that the font lacks would leave signatures without their paper.
    const unprinted = await byStaff('version', { title: '年度购销协议😀', text: `${text}😀`, valid_months: 6 })
    expect(unprinted.data.errors.map(({ field }: { field: string }) => field)).toEqual(['title', 'text'])
    const { data } = await byStaff('version', { title: '年度购销协议', text, valid_months: 6 })
    expect((await sign(late)).data.version).toBe(data.version)
    expect((await byStaff('demand', { company_ids: [early.companyId, late.companyId] })).data).toEqual({ demanded: 1 })
    shop.sessions.forget()
    expect(await infoOf(early)).toMatchObject({ must_sign: 1, version: data.version, valid_until: '2027-05-20' })
    expect(await infoOf(late)).toMatchObject({ must_sign: 0 })
    const told = await db.selectFrom('message').where('company_id', '=', early.companyId).select(['title', 'url']).execute()
    expect(told).toEqual([{ title: '请签署电子合同', url: '/dzht' }])
    await expect(pool.query('update contract_version set text = $1', ['改'])).rejects.toThrow('never changes')
    expect((await shop.ask('POST', '/api/staff/contract/demand', { cookie: early.cookie, body: {} })).status).toBe(401)
  })

  it('正在签时发布了新版：签不成，请重新阅读，不会把旧版当作已签', async () => {
    const buyer = await newCompany({ contract_signed: false })
    const answer = await db.transaction().execute(async (trx) => {
      await lockCompany(trx, buyer.companyId)
      const signing = sign(buyer)
      // The signing waits for the company's row.
      await untilOneWaits(shop.database)
      await insertVersion(trx, { title: '年度购销协议', text: '## 第一条 总则\n供需双方诚信履约。', validMonths: 12 }, NOW)
      return { signing }
    })
    expect((await answer.signing).data).toMatchObject({ reason: 'TEXT_CHANGED' })
    expect(await infoOf(buyer)).toMatchObject({ must_sign: 1, signatures: [] })
  })

  it('到期前提醒，到期后须续签才能采购；提前 30 天可续', async () => {
    const buyer = await newCompany()
    shop.clock.now = NOW
    const { data } = await sign(buyer)
    const at = (date: string) => new Date(`${date}T02:00:00Z`)
    const days = (from: string, count: number) => new Date(Date.parse(`${from}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
    for (const before of [31, 30, 29, 7, 1]) await endContracts(shop.database, at(days(data.valid_until, -before)))
    const keys = async () =>
      (await db.selectFrom('message').where('company_id', '=', buyer.companyId).orderBy('id').select('title').execute()).map(
        (row) => row.title,
      )
    expect((await keys()).filter((title) => title.includes('到期'))).toHaveLength(3)
    shop.clock.now = at(days(data.valid_until, -20))
    expect(await infoOf(buyer)).toMatchObject({ can_sign: 1, signatures: [{ state: 'soon' }] })
    shop.clock.now = at(days(data.valid_until, 1))
    await endContracts(shop.database, shop.clock.now)
    shop.sessions.forget()
    expect(await infoOf(buyer)).toMatchObject({ must_sign: 1, can_sign: 1, signatures: [{ state: 'expired' }] })
    shop.clock.now = NOW
  })

  it('成为单据以前签的合同仍可下载', async () => {
    const buyer = await newCompany()
    const { data } = await sign(buyer)
    // As it was kept then: a file of its own, no document.
    const content = await contractPaper({
      no: data.no,
      title: data.title,
      version: data.version,
      articles: [],
      supplier: { name: '示例医药', licence: '', taxNo: '', address: '', phone: '', bank: '', account: '' },
      buyer: { name: '旧店', creditCode: '', address: '' },
      term: { from: data.valid_from, until: data.valid_until },
      signer: { name: '陈溪', title: '企业负责人', account: 'x' },
      ip: '203.0.113.9',
      sha256: data.sha256,
      signedAt: NOW,
    })
    const { id } = await db
      .selectFrom('contract_signature')
      .where('company_id', '=', buyer.companyId)
      .select('id')
      .executeTakeFirstOrThrow()
    const same = [
      'company_id',
      'account_id',
      'version',
      'signer_name',
      'signer_title',
      'sha256',
      'valid_from',
      'valid_until',
      'ip',
      'user_agent',
      'signed_at',
    ] as const
    const old = await db
      .insertInto('contract_signature')
      .columns(['no', ...same])
      .expression((eb) =>
        eb
          .selectFrom('contract_signature')
          .where('id', '=', id)
          .select([sql<string>`no || 'A'`.as('no'), ...same]),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepMadeFile(
      db,
      {
        companyId: buyer.companyId,
        purpose: 'document',
        subject: `contract:${old.id}`,
        name: '合同.pdf',
        mime: 'application/pdf',
        content,
      },
      NOW,
    )
    const { signatures } = await infoOf(buyer)
    expect(signatures.map((one: { document: object | null; file: object | null }) => [one.document === null, one.file === null])).toEqual([
      [true, false],
      [false, true],
    ])
    expect((await shop.ask('GET', signatures[0].file.url, { cookie: buyer.cookie })).status).toBe(200)
  })

  it('员工看得到哪家签了第几版、双方谁在何时签的；换了新版的说明已换新', async () => {
    const buyer = await newCompany({ contract_signed: false, name: '梧桐里药房' })
    await sign(buyer)
    const list = async (query: Record<string, string | number> = {}) =>
      (
        await shop.ask('GET', `/api/staff/contract?${new URLSearchParams({ keywords: '梧桐里', ...query } as Record<string, string>)}`, {
          cookie: staff,
        })
      ).data
    const [waiting] = (await list()).list
    expect(waiting.supplier).toEqual({ signer: '', seal: '', at: null })
    await shop.jobs.runDue(['documents.make'])
    const { list: rows, versions } = await list()
    const { version } = versions[0]
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      company: '梧桐里药房',
      version,
      state: 'valid',
      buyer: { signer: '陈溪（企业负责人）', at: shop.clock.now.toISOString(), seal: '' },
      document: { kind: 'agreement', state: 'valid' },
    })
    expect(rows[0].supplier.seal).toContain('示例医药')
    expect(rows[0].supplier.signer).not.toBe('')
    expect(rows[0].supplier.at).not.toBeNull()
    expect(versions[0].standing).toBeGreaterThan(0)
    const next = { title: '新版协议', text: '正文'.repeat(40), validMonths: 12 }
    await db.transaction().execute((trx) => insertVersion(trx, next, shop.clock.now))
    await sign(buyer)
    const later = await list()
    expect(later.list.map(({ state }: { state: string }) => state)).toEqual(['valid', 'replaced'])
    expect((await list({ version })).list).toHaveLength(1)
    expect((await list({ state: 'replaced' })).list.map(({ version: of }: { version: number }) => of)).toEqual([version])
    expect((await list({ state: 'expired' })).list).toEqual([])
    expect(later.versions[0]).toMatchObject({ title: '新版协议', version: version + 1, standing: 1 })
  })
})
