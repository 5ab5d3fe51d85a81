import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeSession, makeStaff, nameSupplier, next } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { upload } from '../../../../test/upload.ts'
import { checkPaper } from '../documents/public.ts'
import { askFirstSamples } from './samples.ts'

const NOW = new Date('2026-11-22T02:00:00Z')

const made = await testSigner()
const root: Uint8Array = made.root
const shop = await testShop({ now: NOW, signer: made.signer })
const { db, pool } = shop.database
await nameSupplier(db, { tax_no: '示91' })
const staff = await makeStaff(db, '周质管')

/** A red ring on paper that is not quite white. */
const RING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#f6f2e8"/><circle cx="200" cy="200" r="170" fill="none" stroke="#c8102e" stroke-width="12"/></svg>'
const photo = (svg = RING) => sharp(Buffer.from(svg)).png().toBuffer()
const sent = async (cookie: string, svg?: string, path: '/api/file' | '/api/staff/file' = '/api/file'): Promise<number> =>
  (await upload(shop, cookie, await photo(svg), { purpose: 'seal', name: '印章.png', type: 'image/png', path })).data.id

async function colleague(buyer: Buyer, name: string): Promise<{ accountId: number; cookie: string }> {
  const phone = `137${String(next()).padStart(8, '0')}`
  const { id } = await db
    .insertInto('account')
    .values({ username: phone, phone, name, password_hash: '-' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('account_company').values({ account_id: id, company_id: buyer.companyId }).execute()
  return { accountId: id, cookie: await makeSession(db, id, buyer.companyId) }
}

const infoOf = async (cookie: string) => (await shop.ask('GET', '/api/seal', { cookie })).data
const apply = async (buyer: Buyer, change: object = {}) =>
  shop.ask('POST', '/api/seal', {
    cookie: buyer.cookie,
    body: {
      purpose: 'contract',
      legal_person: '陈一',
      authority_ids: [await sent(buyer.cookie)],
      user_ids: [buyer.accountId],
      agreed: 1,
      ...change,
    },
  })
const pass = (id: number) => shop.ask('POST', `/api/staff/seal/${id}/pass`, { cookie: staff, body: {} })
const sign = async (cookie: string) => {
  const { version, sha256 } = (await shop.ask('GET', '/api/contract', { cookie })).data
  return shop.ask('POST', '/api/contract/sign', {
    cookie,
    body: { version, sha256, signer_name: '陈溪', signer_title: '企业负责人', agreed: 1 },
  })
}
const bytesAt = async (url: string, cookie: string) =>
  (await shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${cookie}` } })).rawPayload

describe('购方自己的印章', () => {
  it('解除绑定的合作方不再是用印人；以后再获准进店，须重新指定才能用印', async () => {
    const buyer = await makeCompany(db, { contract_signed: false, credit_code: '91420100MA4TEST088' })
    const partner = await colleague(buyer, '合作方')
    await db.updateTable('account_company').set({ is_owner: false }).where('account_id', '=', partner.accountId).execute()
    const applied = await apply(buyer, { user_ids: [buyer.accountId, partner.accountId] })
    expect((await pass(applied.data.id)).status).toBe(200)
    expect((await shop.ask('GET', '/api/contract', { cookie: partner.cookie })).data.seal.why).toBe('')

    const body = { company_id: buyer.companyId, account_id: partner.accountId }
    expect((await shop.ask('POST', '/api/user/store/unbind', { cookie: buyer.cookie, body })).status).toBe(200)
    expect((await infoOf(buyer.cookie)).seals[0].users).toMatchObject([{ account_id: buyer.accountId }])

    const again = { account_id: partner.accountId, company_id: buyer.companyId, is_owner: false }
    await db.insertInto('account_company').values(again).execute()
    const cookie = await makeSession(db, partner.accountId, buyer.companyId)
    const refused = await sign(cookie)
    expect([refused.status, refused.data?.reason]).toEqual([409, 'SEAL_NOT_YOURS'])
    expect((await sign(buyer.cookie)).status).toBe(200)
  })

  it('申请、审核、用印：协议上有双方印章和两个签名，先签的仍有效；用印记录写明谁、何时、从哪里', async () => {
    const buyer = await makeCompany(db, { contract_signed: false, credit_code: '91420100MA4TEST001' })
    const applied = await apply(buyer, { picture_ids: [await sent(buyer.cookie)], number: '4201000000001' })
    expect(applied.data).toMatchObject({ state: 'applied', purpose_name: '合同专用章', users: [{ account_id: buyer.accountId }] })
    // Nothing is signed with what nobody has looked at.
    expect((await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.seal).toBeNull()
    expect((await pass(applied.data.id)).data).toEqual({ state: 'in_force' })
    expect((await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.seal).toEqual({ name: '合同专用章', why: '' })

    expect((await sign(buyer.cookie)).status).toBe(200)
    await shop.jobs.runDue(['documents.make'])
    const { document } = (await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.signatures[0]
    const bytes = await bytesAt(document.file_url, buyer.cookie)
    const { good, faults, signatures } = await checkPaper(bytes, [root])
    expect(faults).toEqual([])
    expect(good).toBe(true)
    const { name } = await db.selectFrom('company').where('id', '=', buyer.companyId).select('name').executeTakeFirstOrThrow()
    expect(signatures.map((one) => [one.subject, one.coversAll])).toEqual([
      ['示例医药有限公司（演示）', false],
      [`${name}（演示）`, true],
    ])
    if (hasPoppler) {
      expect(pdfSignatures(bytes).match(/Signature is Valid/g)).toHaveLength(2)
      expect(pdfText(bytes)).toContain('企业负责人 陈溪')
    }
    const verified = await shop.ask('GET', document.verify_url.replace('/verify', '/api/verify'))
    expect(verified.data.signatures.map((one: { purpose: string }) => one.purpose)).toEqual(['合同专用章', '合同专用章'])
    // A stranger who holds the paper reads of its buyer no more here than elsewhere.
    expect(verified.text).not.toContain(name)
    const uses = await shop.ask('GET', '/api/seal/uses', { cookie: buyer.cookie })
    expect(uses.data.list).toMatchObject([{ purpose_name: '合同专用章', person: '陈溪（企业负责人）', ip: '127.0.0.1' }])
    expect(uses.data.list[0].what).toContain('HT2026')
    await expect(pool.query("update seal_use set person = 'x'")).rejects.toThrow('never changes')
    expect((await infoOf(buyer.cookie)).seals[0].uses).toBe(1)
  })

  it('没有被授权的同事签不了，说明由谁签；授权给他以后可以', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const other = await colleague(buyer, '林采购')
    const { data } = await apply(buyer)
    await pass(data.id)
    const refused = await sign(other.cookie)
    expect([refused.status, refused.data.reason]).toEqual([409, 'SEAL_NOT_YOURS'])
    expect(refused.message).toContain('请由测试员签署')
    const stranger = await makeCompany(db)
    const give = (ids: number[], cookie = buyer.cookie) =>
      shop.ask('POST', `/api/seal/${data.id}/users`, { cookie, body: { user_ids: ids } })
    expect((await give([stranger.accountId])).status).toBe(422)
    expect((await give([stranger.accountId], stranger.cookie)).status).toBe(404)
    expect((await give([other.accountId])).data.users).toEqual([{ account_id: other.accountId, name: '林采购' }])
    expect((await sign(buyer.cookie)).status).toBe(409)
    expect((await sign(other.cookie)).status).toBe(200)
  })

  it('被请进门店的合作方不能给自己用印权，也不能停用印章后以姓名签署', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const partner = await colleague(buyer, '邻店采购')
    await db
      .updateTable('account_company')
      .set({ is_owner: false })
      .where('account_id', '=', partner.accountId)
      .where('company_id', '=', buyer.companyId)
      .execute()
    const { data } = await apply(buyer)
    await pass(data.id)
    const give = (cookie: string, ids: number[]) => shop.ask('POST', `/api/seal/${data.id}/users`, { cookie, body: { user_ids: ids } })
    const stop = (cookie: string) => shop.ask('POST', `/api/seal/${data.id}/stop`, { cookie, body: { reason: '不再使用' } })
    const refused = await give(partner.cookie, [partner.accountId])
    expect([refused.status, refused.data?.reason]).toEqual([409, 'SEAL_NOT_YOURS'])
    expect((await stop(partner.cookie)).status).toBe(409)
    expect((await sign(partner.cookie)).status).toBe(409)
    expect((await infoOf(buyer.cookie)).seals[0]).toMatchObject({ state: 'in_force', users: [{ account_id: buyer.accountId }] })
    // Whom the company has named has a say, as its own account has.
    expect((await give(buyer.cookie, [partner.accountId])).status).toBe(200)
    expect((await give(partner.cookie, [partner.accountId, buyer.accountId])).status).toBe(200)
    expect((await sign(partner.cookie)).status).toBe(200)
  })

  it('立即停用：之后只能以姓名签署，已用印的协议不受影响；停用后不能再停', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const { data } = await apply(buyer)
    await pass(data.id)
    await sign(buyer.cookie)
    const stop = () => shop.ask('POST', `/api/seal/${data.id}/stop`, { cookie: buyer.cookie, body: { reason: '印章遗失' } })
    expect((await stop()).data).toMatchObject({ state: 'stopped', reason: '印章遗失' })
    expect((await stop()).status).toBe(409)
    expect((await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.seal).toBeNull()
    // Stopped between the signing and the drawing: what was signed with it is drawn with it.
    await shop.jobs.runDue(['documents.make'])
    const { document } = (await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.signatures[0]
    expect((await checkPaper(await bytesAt(document.file_url, buyer.cookie), [root])).signatures).toHaveLength(2)
  })

  it('没有授权书、不是图片里的红章、没勾选、过去的有效期、别人的文件、未过审的企业：都申请不了，什么都不留下', async () => {
    const buyer = await makeCompany(db)
    const other = await makeCompany(db)
    const fieldOf = (answer: { data: { errors: { field: string }[] } }) => answer.data.errors[0]?.field
    expect(fieldOf(await apply(buyer, { authority_ids: [] }))).toBe('authority_ids')
    expect(fieldOf(await apply(buyer, { agreed: 0 }))).toBe('agreed')
    expect(fieldOf(await apply(buyer, { valid_until: '2026-01-01' }))).toBe('valid_until')
    expect(fieldOf(await apply(buyer, { user_ids: [other.accountId] }))).toBe('user_ids')
    expect(fieldOf(await apply(buyer, { authority_ids: [await sent(other.cookie)] }))).toBe('authority_ids')
    const blank =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/><path d="M20 20h200v30h-200z" fill="#222"/></svg>'
    expect(fieldOf(await apply(buyer, { picture_ids: [await sent(buyer.cookie, blank)] }))).toBe('picture_ids')
    expect((await infoOf(buyer.cookie)).seals).toEqual([])
    const pending = await makeCompany(db, { review_state: 1 })
    expect((await apply(pending)).status).toBe(409)
    expect(await infoOf(pending.cookie)).toMatchObject({ can_apply: 0, why: '企业资质通过审核后即可申请电子印章' })
  })

  it('退回写明原因并告知；一枚审核中不能再申请；新章通过后旧章自动停用；员工的决定留痕', async () => {
    const buyer = await makeCompany(db)
    const first = await apply(buyer)
    expect((await apply(buyer)).data.reason).toBe('SEAL_APPLIED')
    const path = `/api/staff/seal/${first.data.id}/refuse`
    expect((await shop.ask('POST', path, { cookie: buyer.cookie, body: { reason: '看不清' } })).status).toBe(401)
    expect((await shop.ask('POST', path, { cookie: staff, body: { reason: '授权书看不清' } })).data).toEqual({ state: 'refused' })
    expect((await pass(first.data.id)).status).toBe(409)
    const told = await db.selectFrom('message').where('company_id', '=', buyer.companyId).select(['title', 'text']).execute()
    expect(told).toEqual([{ title: '电子印章申请被退回', text: '合同专用章：授权书看不清' }])
    const second = await apply(buyer)
    await pass(second.data.id)
    const third = await apply(buyer)
    await pass(third.data.id)
    expect((await infoOf(buyer.cookie)).seals.map((one: { state: string }) => one.state)).toEqual(['in_force', 'stopped', 'refused'])
    const audit = await pool.query('select action from audit_log where subject = $1', [`seal:${first.data.id}`])
    expect(audit.rows).toEqual([{ action: 'seal.refused' }])
  })

  it('客服停用使用中的印章：当场停用，写明原因、留痕；停过的不能再停', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const { data } = await apply(buyer)
    await pass(data.id)
    const stop = () => shop.ask('POST', `/api/staff/seal/${data.id}/stop`, { cookie: staff, body: { reason: '企业已更名' } })
    expect((await stop()).data).toEqual({ state: 'stopped' })
    expect((await stop()).status).toBe(409)
    expect((await infoOf(buyer.cookie)).seals).toMatchObject([{ state: 'stopped', reason: '企业已更名' }])
    const { rows } = await pool.query(
      'select action, reason, before, call, roles, ip from audit_log where subject = $1 order by id desc limit 1',
      [`seal:${data.id}`],
    )
    expect(rows).toEqual([
      {
        action: 'seal.stopped',
        reason: '企业已更名',
        before: { state: 'in_force' },
        call: 'POST /api/staff/seal/:id/stop',
        roles: 'test-wide',
        ip: '127.0.0.1',
      },
    ])
  })

  it('到期的印章不再使用', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const { data } = await apply(buyer, { valid_until: '2026-11-30' })
    await pass(data.id)
    shop.clock.now = new Date('2026-12-01T02:00:00Z')
    expect((await infoOf(buyer.cookie)).seals[0]).toMatchObject({ state: 'expired', state_name: '已到期' })
    expect((await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.seal).toBeNull()
    shop.clock.now = NOW
  })

  it('印章到期后仍由原用印人或企业注册账号签署；没被授权的同事不能因此以姓名签', async () => {
    const buyer = await makeCompany(db, { contract_signed: false })
    const [named, other] = [await colleague(buyer, '林用印'), await colleague(buyer, '邻店采购')]
    await db.updateTable('account_company').set({ is_owner: false }).where('account_id', 'in', [named.accountId, other.accountId]).execute()
    const { data } = await apply(buyer, { valid_until: '2026-11-30', user_ids: [named.accountId] })
    await pass(data.id)
    try {
      shop.clock.now = new Date('2026-12-01T02:00:00Z')
      expect((await shop.ask('GET', '/api/contract', { cookie: other.cookie })).data.seal.why).toContain('请由林用印签署')
      const refused = await sign(other.cookie)
      expect([refused.status, refused.data?.reason]).toEqual([409, 'SEAL_NOT_YOURS'])
      expect((await shop.ask('GET', '/api/contract', { cookie: buyer.cookie })).data.seal).toBeNull()
      expect((await sign(named.cookie)).status).toBe(200)
      expect(await db.selectFrom('seal_use').select('id').where('company_id', '=', buyer.companyId).execute()).toEqual([])
    } finally {
      shop.clock.now = NOW
    }
  })
})

describe('供应商的印章与证书', () => {
  it('印模备案表：第一次启动就有，任何登录的购方可下载；登记新章后是新的一版；每枚章都在表上', async () => {
    const buyer = await makeCompany(db)
    await askFirstSamples(shop.database, NOW)
    await askFirstSamples(shop.database, NOW)
    await shop.jobs.runDue(['documents.make'])
    expect((await infoOf(buyer.cookie)).samples_url).toBe('/api/seal/samples')
    const first = await bytesAt('/api/seal/samples', buyer.cookie)
    expect((await checkPaper(first, [root])).good).toBe(true)
    if (hasPoppler)
      for (const word of ['公章', '药品出库专用章', '质量管理专用章', '合同专用章', '财务专用章']) expect(pdfText(first)).toContain(word)
    const picture = await sent(staff, RING, '/api/staff/file')
    const body = { purpose: 'dispatch', name: '示例医药有限公司', number: '4201000000009', picture_ids: [picture] }
    expect((await shop.ask('POST', '/api/staff/seal', { cookie: buyer.cookie, body })).status).toBe(401)
    const foreign = await shop.ask('POST', '/api/staff/seal', { cookie: staff, body: { ...body, name: '别家医药有限公司' } })
    expect([foreign.status, foreign.message]).toEqual([422, '印章上的名称应为本公司名称“示例医药有限公司”'])
    const registered = await shop.ask('POST', '/api/staff/seal', { cookie: staff, body })
    expect(registered.status, registered.text).toBe(200)
    await shop.jobs.runDue(['documents.make'])
    const second = await bytesAt('/api/seal/samples', buyer.cookie)
    expect(second.equals(first)).toBe(false)
    const { samples, certificate } = await infoOf(buyer.cookie)
    const dispatch = samples.find((one: { purpose: string }) => one.purpose === 'dispatch')
    expect(dispatch).toMatchObject({ number: '4201000000009' })
    expect((await bytesAt(dispatch.picture_url, buyer.cookie)).subarray(1, 4).toString()).toBe('PNG')
    expect(certificate).toMatchObject({ subject: '示例医药有限公司（演示）', is_demo: 1 })
    expect((await shop.ask('GET', '/api/seal/samples')).status).toBe(401)
    // It stands on papers from now on.
    const uses = await pool.query("select s.id from seal s where s.company_id is null and s.state = 'in_force'")
    expect(uses.rows).toEqual([{ id: registered.data.id }])
  })

  it('员工看得到证书状态：演示证书 2028 年底到期', async () => {
    const { data } = await shop.ask('GET', '/api/staff/certificate', { cookie: staff })
    expect(data).toMatchObject({ alarm: '', unstamped: 0, certificate: { is_demo: 1 } })
    expect(data.certificate.days_left).toBeGreaterThan(700)
  })
})
