import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeStaff, nameSupplier } from '../../../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../../../test/harness.ts'
import { hasPoppler, pdfSignatures } from '../../../../../test/poppler.ts'
import { testSigner } from '../../../../../test/signer.ts'
import { doTask } from '../../../../../test/tasks.ts'
import { hasOpenssl, type TimeAuthority, timeAuthority } from '../../../../../test/time-stamps.ts'
import { transact } from '../../../../platform/transact.ts'
import { askDocument, checkPaper, type Drawings, documentsOf, documentTasks } from '../public.ts'

// The authority has a clock of its own.
const NOW = new Date()
let shop: Shop
let buyer: Buyer
let staff: string
let authority: TimeAuthority
let roots: Uint8Array[]
let tasks: ReturnType<typeof documentTasks>
let serial = 0

const drawings: Drawings = { statement: () => ({ write: (paper) => paper.paragraph('往来对账单') }) }

describe.skipIf(!hasOpenssl)('时间戳（RFC 3161）', () => {
  beforeAll(async () => {
    authority = await timeAuthority()
    const { signer, root } = await testSigner(authority.url, NOW)
    roots = [root, authority.root]
    shop = await openShop({ now: NOW, signer })
    await nameSupplier(shop.database.db)
    buyer = await makeCompany(shop.database.db)
    staff = await makeStaff(shop.database.db)
    tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings, onMade: {} })
  })
  afterEach(() => {
    authority.odd(null)
    authority.down(false)
  })
  afterAll(async () => {
    await shop.close()
    await authority.close()
  })

  const made = async () => {
    const subject = `stamp:${++serial}`
    const request = { kind: 'statement' as const, subject, companyId: buyer.companyId, title: '往来对账单', snapshot: {} }
    await transact(shop.database.db, (trx) => askDocument(trx, request, '系统', NOW))
    const [row] = await documentsOf(shop.database.db, [subject])
    await doTask(tasks, 'documents.make', { document_id: row?.id }, NOW)
    const [after] = await documentsOf(shop.database.db, [subject])
    if (!after) throw new Error('not there')
    const answer = await shop.app.inject({
      method: 'GET',
      url: `/api/document/${after.id}/file`,
      headers: { cookie: `sid=${buyer.cookie}` },
    })
    return { row: after, bytes: answer.rawPayload, verify: `/api/verify/${after.no}-${after.checkCode}` }
  }

  it('机构应答时签名带时间戳：属于这个签名，机构受信任；别家的时间戳机构不受信任', async () => {
    const { bytes, verify } = await made()
    const { good, signatures } = await checkPaper(bytes, roots)
    expect(good).toBe(true)
    expect(signatures[0]?.stamp).toMatchObject({ authority: '示例时间戳服务中心', fits: true, trusted: true })
    expect((await checkPaper(bytes, roots.slice(0, 1))).faults).toEqual(['第 1 个签名：时间戳机构的证书不能连到受信任的根证书'])
    if (hasPoppler) expect(pdfSignatures(bytes)).toContain('Signature is Valid')
    expect((await shop.ask('GET', verify)).data).toMatchObject({ stamp: null, signatures: [{ time_stamped: 1 }] })
  })

  it('机构答的是别的签名的时间戳：不写成已盖时间戳，留给任务补', async () => {
    authority.odd('stale')
    const { bytes, verify } = await made()
    authority.odd(null)
    expect((await checkPaper(bytes, roots)).signatures[0]).toMatchObject({ valid: true, trusted: true, stamp: null })
    expect((await shop.ask('GET', verify)).data).toMatchObject({ signatures: [{ time_stamped: 0 }] })
    await doTask(tasks, 'documents.stamp', {}, NOW)
  })

  it('机构一个字节一个字节地答：几秒后单据照做，下一张不再等它', async () => {
    authority.odd('dripping')
    const askedBefore = authority.asked()
    // It drips without end: that this comes back at all is the limit kept.
    expect((await made()).row.state).toBe('valid')
    expect((await made()).row.state).toBe('valid')
    expect(authority.asked() - askedBefore).toBe(1)
    authority.odd(null)
    await doTask(tasks, 'documents.stamp', {}, NOW)
  })

  it('机构不应答：单据照做不等，之后由任务补上；文件一个字节不变，时间戳在旁边，openssl 也认', async () => {
    authority.down(true)
    const { row, bytes, verify } = await made()
    expect(row.state).toBe('valid')
    expect((await checkPaper(bytes, roots)).signatures[0]).toMatchObject({ valid: true, trusted: true, stamp: null })
    await expect(doTask(tasks, 'documents.stamp', {}, NOW)).rejects.toThrow()
    expect((await shop.ask('GET', '/api/staff/certificate', { cookie: staff })).data.unstamped).toBe(1)
    expect((await shop.ask('GET', `${verify}/stamp`)).status).toBe(404)
    authority.down(false)
    await doTask(tasks, 'documents.stamp', {}, NOW)
    await doTask(tasks, 'documents.stamp', {}, NOW)
    expect((await shop.ask('GET', '/api/staff/certificate', { cookie: staff })).data.unstamped).toBe(0)
    const { data } = await shop.ask('GET', verify)
    expect(data).toMatchObject({ sha256: row.sha256?.toString('hex'), stamp: { authority: '示例时间戳服务中心' } })
    const token = (await shop.app.inject({ method: 'GET', url: data.stamp_url })).rawPayload
    const folder = mkdtempSync(join(tmpdir(), 'stamp-'))
    try {
      writeFileSync(join(folder, 'paper.pdf'), bytes)
      writeFileSync(join(folder, 'paper.tst'), token)
      execFileSync('openssl', ['x509', '-inform', 'DER', '-out', 'root.pem'], { cwd: folder, input: authority.root })
      const words = ['ts', '-verify', '-data', 'paper.pdf', '-in', 'paper.tst', '-token_in', '-CAfile', 'root.pem']
      expect(String(execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' }))).toContain('Verification: OK')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
