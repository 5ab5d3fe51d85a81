import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/documents.ts'
import { atOnce } from '../../../../test/buying.ts'
import { makeCompany, makeStaff, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, hasTrustList, pdfSignaturesTrusting } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { LIVE_CHANNEL } from '../../../platform/live.ts'
import { transact } from '../../../platform/transact.ts'
import {
  askDocument,
  type Drawing,
  type DrawingFrame,
  type Drawings,
  documentsOf,
  documentTasks,
  reviseDocument,
  type Signer,
} from './public.ts'
import { insertSealUse, keepCertificate } from './signing/seal-store.ts'
import { signaturesOf } from './verify-views.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
let serial = 0

const statement = (snapshot: { text: string }, frame: DrawingFrame): Drawing => ({
  write: (paper) => {
    paper.heading('往来对账单', `编号 ${frame.no}`)
    paper.paragraph(snapshot.text)
  },
})
const drawings: Drawings = { statement }

const folder = mkdtempSync(join(tmpdir(), 'papers-'))
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db)
const buyer = await makeCompany(db)
const signing = await testSigner()
const signer: Signer = signing.signer
const root: Uint8Array = signing.root
const tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings, onMade: {} })
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const request = (text: string, subject = `test:${++serial}`) => ({
  kind: 'statement' as const,
  subject,
  companyId: buyer.companyId,
  title: '往来对账单 2026-10',
  snapshot: { text },
})
const ask = (given: ReturnType<typeof request>) => transact(db, (trx) => askDocument(trx, given, '系统', NOW))
const newest = async (subject: string) => {
  const [row] = await documentsOf(db, [subject])
  if (!row) throw new Error(`no document of ${subject}`)
  return row
}
const make = async (subject: string) => {
  const { id } = await newest(subject)
  await doTask(tasks, 'documents.make', { document_id: id }, NOW)
  return newest(subject)
}
const bytesOf = async (id: number, cookie = buyer.cookie) =>
  (await shop.app.inject({ method: 'GET', url: `/api/document/${id}/file`, headers: { cookie: `sid=${cookie}` } })).rawPayload
const pdfsig = (bytes: Buffer) => {
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, bytes)
  try {
    return execFileSync('pdfsig', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

describe('单据的制作', () => {
  it('与业务同一事务登记：业务回滚就没有单据；同一件事登记两次只有一张', async () => {
    const given = request('回滚')
    await expect(
      transact(db, async (trx) => {
        await askDocument(trx, given, '系统', NOW)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await documentsOf(db, [given.subject])).toEqual([])
    await ask(given)
    await ask(given)
    const rows = await documentsOf(db, [given.subject])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ state: 'waiting', version: 1, day: '2026-11-22' })
    expect(rows[0]?.no).toMatch(/^DZ20261122\d{6}$/)
  })

  it('两个进程同时做同一张：只有一份文件、一次用印；再做一次什么都不变', async () => {
    const given = request('同时')
    await ask(given)
    const { id } = await newest(given.subject)
    await atOnce([1, 2, 3], 3, async () => doTask(tasks, 'documents.make', { document_id: id }, NOW))
    const made = await make(given.subject)
    expect(made.state).toBe('valid')
    const files = await pool.query('select id from stored_file where subject = $1', [`document:${id}`])
    expect(files.rowCount).toBe(1)
    expect((await pool.query('select 1 from document_seal where document_id = $1', [id])).rowCount).toBe(1)
    expect(
      createHash('sha256')
        .update(await bytesOf(id))
        .digest('hex'),
    ).toBe(made.sha256?.toString('hex'))
  })

  it.skipIf(!hasPdfsig())('签名有效且覆盖全文；改一个字节就无效', async () => {
    const given = request('签名')
    await ask(given)
    const made = await make(given.subject)
    const bytes = await bytesOf(made.id)
    const said = pdfsig(bytes)
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
    expect(said).toContain('示例医药有限公司（演示）')
    const changed = Buffer.from(bytes)
    const at = changed.indexOf('/Title')
    changed[at + 12] = (changed[at + 12] ?? 0) ^ 1
    expect(pdfsig(changed)).not.toContain('Signature is Valid')
  })

  it.skipIf(!hasPoppler || !hasTrustList)(
    '每一种单据都有签名：有效、覆盖全文，信任本商城根证书的阅读器认可；盖不盖章都一样',
    async () => {
      const kinds = Object.keys(DOCUMENT_KINDS) as DocumentKind[]
      const every = documentTasks({
        database: shop.database,
        signer,
        origin: 'https://shop.example',
        drawings: Object.fromEntries(kinds.map((kind) => [kind, statement])),
        onMade: {},
      })
      for (const kind of kinds) {
        const given = { ...request('每一种'), kind: kind as 'statement' }
        await ask(given)
        await doTask(every, 'documents.make', { document_id: (await newest(given.subject)).id }, NOW)
        const said = pdfSignaturesTrusting(root, await bytesOf((await newest(given.subject)).id))
        for (const words of ['Signature is Valid', 'Total document signed', 'Certificate is Trusted'])
          expect(said, `${kind}: ${words}`).toContain(words)
      }
    },
    300_000,
  )

  it('字库里没有的字：不画成方框，而是制作失败并写明是哪个字；员工改好后可重新制作', async () => {
    const given = request('收货人 𰻞𰻞')
    await ask(given)
    const made = await make(given.subject)
    expect(made).toMatchObject({ state: 'failed', fileId: null })
    expect(made.fault).toContain('U+30EDE')
    const { data } = await shop.ask('GET', '/api/staff/document?failed=1', { cookie: staff })
    expect(data.list.map((one: { no: string }) => one.no)).toContain(made.no)
    const again = await shop.ask('POST', `/api/staff/document/${made.id}/again`, { cookie: staff, body: {} })
    expect(again.data).toEqual({ state: 'waiting' })
    expect((await make(given.subject)).state).toBe('failed')
  })

  it('许多张单据一直做不出来，排在后面的照样轮得到', async () => {
    for (let at = 0; at < 200; at++) await ask({ ...request('做不出来'), kind: 'agreement' as 'statement' })
    const given = request('排在后面')
    await ask(given)
    await expect(doTask(tasks, 'documents.late', {}, new Date(NOW.getTime() + 16 * 60_000))).rejects.toThrow(/^200 of /)
    expect((await newest(given.subject)).state).toBe('valid')
    await pool.query(`update document set state = 'failed', fault = '不再做' where state = 'waiting'`)
  })

  it('更正是新的一版：写明替代哪一版；旧版仍在，写明已被替代；核验页指向新版', async () => {
    const given = request('第一版')
    await ask(given)
    const first = await make(given.subject)
    await transact(db, (trx) => reviseDocument(trx, { ...given, snapshot: { text: '第二版' } }, '批号写错', '质管员', NOW))
    expect((await newest(given.subject)).version).toBe(2)
    const second = await make(given.subject)
    expect(second).toMatchObject({ state: 'valid', version: 2, replaces: first.id, change: '批号写错' })
    const verified = await shop.ask('GET', `/api/verify/${first.no}-${first.checkCode}`)
    expect(verified.data).toMatchObject({ state: 'replaced', replaced_by: second.no })
    expect((await bytesOf(first.id)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('单据做好了、或做不出来，企业开着的页面当时就听到；别家的听不到', async () => {
    const client = await pool.connect()
    onTestFinished(() => client.release(true))
    const heard: unknown[] = []
    client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')))
    await client.query(`listen ${LIVE_CHANNEL}`)
    const papers = { target: { companyId: buyer.companyId }, event: { type: 'papers' } }
    for (const [text, state] of [
      ['做得好', 'valid'],
      ['做不出 𰻞𰻞', 'failed'],
    ] as const) {
      const given = request(text)
      await ask(given)
      expect((await make(given.subject)).state).toBe(state)
      await client.query('select 1')
      expect(heard.splice(0)).toEqual([papers])
    }
    const own = { ...request('本店自用'), companyId: null }
    await ask(own as never)
    await make(own.subject)
    await client.query('select 1')
    expect(heard).toEqual([])
  })

  it('做好的单据改不了、删不掉', async () => {
    const given = request('不改')
    await ask(given)
    const { id } = await make(given.subject)
    for (const change of ["set no = 'X'", "set snapshot = '{}'", 'set sha256 = null', 'set file_id = null'])
      await expect(pool.query(`update document ${change} where id = $1`, [id]), change).rejects.toThrow()
    await expect(pool.query('delete from document where id = $1', [id])).rejects.toThrow('kept')
  })

  it('用章、下载、签名证书和证照历史的记录：改不了、删不掉、清不空', async () => {
    const given = request('留存')
    await ask(given)
    const { id } = await make(given.subject)
    const { rows } = await pool.query('select id from account limit 1')
    await pool.query("insert into document_download (document_id, account_id, way, at) values ($1, $2, 'file', $3)", [id, rows[0].id, NOW])
    const changes = {
      document_seal: "name = '别人'",
      document_download: "way = 'zip'",
      signing_certificate: "subject = '别人'",
      qualification_history: "number = '别的'",
    }
    for (const [table, change] of Object.entries(changes)) {
      expect((await pool.query(`select from ${table}`)).rowCount, table).toBeGreaterThan(0)
      for (const statement of [`update ${table} set ${change}`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(pool.query(statement), statement).rejects.toThrow('is kept')
    }
    await expect(pool.query('update qualification_history set valid_until = null, number = number')).rejects.toThrow('is kept')
  })
})

describe('单据的取用与核验', () => {
  it('别家的单据：看不到、下载不了、打包里没有；访客要登录', async () => {
    const given = request('本企业')
    await ask(given)
    const { id, no } = await make(given.subject)
    const other = await makeCompany(db)
    expect((await shop.ask('GET', `/api/document/${id}/file`, { cookie: other.cookie })).status).toBe(404)
    expect((await shop.ask('GET', `/api/document/zip?ids=${id}`, { cookie: other.cookie })).status).toBe(404)
    expect((await shop.ask('GET', '/api/document', { cookie: other.cookie })).data.list).toEqual([])
    expect((await shop.ask('GET', `/api/document/${id}/file`)).status).toBe(401)
    const mine = await shop.ask('GET', `/api/document?keyword=${no}`, { cookie: buyer.cookie })
    expect(mine.data.list).toHaveLength(1)
  })

  it('谁在什么时候取走了哪张单据都有记录', async () => {
    const given = request('下载记录')
    await ask(given)
    const { id } = await make(given.subject)
    await bytesOf(id)
    await shop.ask('GET', `/api/document/zip?ids=${id}`, { cookie: buyer.cookie })
    const { rows } = await pool.query('select way, account_id from document_download where document_id = $1 order by id', [id])
    expect(rows).toEqual([
      { way: 'file', account_id: buyer.accountId },
      { way: 'zip', account_id: buyer.accountId },
    ])
  })

  it('核验：持有编号和校验码的人看得到真伪，陌生人看到的购方名称打码；校验码错就是没有', async () => {
    const given = request('核验')
    await ask(given)
    const made = await make(given.subject)
    const url = `/api/verify/${made.no}-${made.checkCode}`
    const stranger = (await shop.ask('GET', url)).data
    expect(stranger).toMatchObject({ state: 'valid', supplier: '示例医药有限公司', is_party: 0, sha256: made.sha256?.toString('hex') })
    expect(stranger.buyer).toContain('*')
    expect(stranger.signatures[0]).toMatchObject({ purpose: '财务专用章', is_demo: 1 })
    const party = (await shop.ask('GET', url, { cookie: buyer.cookie })).data
    expect(party.buyer).not.toContain('*')
    expect((await shop.ask('GET', `/api/verify/${made.no}-AAAAAAAAAA`)).status).toBe(404)
  })

  it('改名、换供货单位名称以后，旧单据和核验页仍是当时的名称；等着制作的也按发生时的', async () => {
    const own = await makeCompany(db, { name: '旧名大药房' })
    const given = { ...request('改名'), companyId: own.companyId }
    await ask(given)
    const rename = (name: string) => pool.query("update setting set value = $1 where key = 'supplier'", [JSON.stringify({ name })])
    await rename('新名医药有限公司')
    await pool.query("update company set name = '新名大药房' where id = $1", [own.companyId])
    const made = await make(given.subject)
    const verified = (await shop.ask('GET', `/api/verify/${made.no}-${made.checkCode}`, { cookie: own.cookie })).data
    // What was asked for before the names were kept with a paper: of its snapshot, or else today's.
    const old = async (snapshot: object) => {
      const no = `DZ20261122${900_000 + ++serial}`
      await pool.query(
        `insert into document (no, check_code, kind, subject, company_id, title, day, snapshot, asked_at, asked_by)
         values ($1, 'ABCDEFGHJK', 'statement', $1, $2, '对账单', '2026-11-22', $3, now(), '系统')`,
        [no, own.companyId, JSON.stringify(snapshot)],
      )
      return (await shop.ask('GET', `/api/verify/${no}-ABCDEFGHJK`, { cookie: own.cookie })).data
    }
    const named = await old({ supplier: { name: '从前医药有限公司' }, buyer: { name: '从前大药房' } })
    const plain = await old({ text: '' })
    await rename('示例医药有限公司')
    expect(verified).toMatchObject({ supplier: '示例医药有限公司', buyer: '旧名大药房' })
    expect(verified.signatures[0].name).toBe('示例医药有限公司')
    expect(named).toMatchObject({ supplier: '从前医药有限公司', buyer: '从前大药房' })
    expect(plain).toMatchObject({ supplier: '新名医药有限公司', buyer: '新名大药房' })
    await expect(pool.query("update document set buyer_name = '别人' where id = $1", [made.id])).rejects.toThrow('never changes')
  })

  it('两家机构发出的证书序列号相同：各单据显示各自的证书', async () => {
    const { facts } = (await testSigner()).signer
    const shown: string[] = []
    for (const issuer of ['甲机构', '乙机构']) {
      const given = request(issuer)
      await ask(given)
      const { id } = await newest(given.subject)
      const own = { ...facts, serial: 'ABC123', issuer, fingerprint: createHash('sha256').update(issuer).digest('hex') }
      await keepCertificate(db, own, NOW)
      await insertSealUse(
        db,
        {
          documentId: id,
          position: 1,
          purpose: 'finance',
          sealId: null,
          name: issuer,
          serial: own.serial,
          fingerprint: own.fingerprint,
          level: 'B-B',
          stampFault: '',
          by: '系统',
        },
        NOW,
      )
      shown.push(...(await signaturesOf(db, id)).map((one) => `${one.issuer} ${one.fingerprint.slice(0, 8)}`))
    }
    expect(shown.map((one) => one.split(' ')[0])).toEqual(['甲机构', '乙机构'])
    expect(new Set(shown).size).toBe(2)
  })

  it('作废要有原因并留痕；作废后核验页写明，不能再作废', async () => {
    const given = request('作废')
    await ask(given)
    const made = await make(given.subject)
    const path = `/api/staff/document/${made.id}/withdraw`
    expect((await shop.ask('POST', path, { cookie: buyer.cookie, body: { reason: '开错' } })).status).toBe(401)
    expect((await shop.ask('POST', path, { cookie: staff, body: { reason: '开错对象' } })).data).toEqual({ state: 'withdrawn' })
    expect((await shop.ask('GET', `/api/verify/${made.no}-${made.checkCode}`)).data).toMatchObject({
      state: 'withdrawn',
      reason: '开错对象',
    })
    expect((await shop.ask('POST', path, { cookie: staff, body: { reason: '再来' } })).status).toBe(409)
    const audit = await pool.query("select 1 from audit_log where action = 'document.withdraw' and subject = $1", [`document:${made.id}`])
    expect(audit.rowCount).toBe(1)
  })
})

function hasPdfsig(): boolean {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
