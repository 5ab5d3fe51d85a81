import { once } from 'node:events'
import { read, utils, write } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { creditCode } from '../../../../../demo/credit-code.ts'
import { emptyTables } from '../../../../../test/databases.ts'
import { makeCompany, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { hostileTexts } from '../../../../../test/hostile.ts'
import { bringFile } from '../../../../../test/importing.ts'
import { taskProcess } from '../../../../../test/killed-task.ts'
import { untilOneWaits } from '../../../../../test/waiting.ts'
import { importTasks } from '../making.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW, sms: false })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'service', '柳依依')
const colleague = await makeStaffOf(db, 'quality', '郑质管')
const head = await makeStaffOf(db, 'quality_head', '方主管')
const auditor = await makeStaffOf(db, 'auditor', '沈计')
beforeEach(() =>
  emptyTables(shop.database, 'change', 'audit_log', 'approval_request', 'import_file', 'import_columns', 'rate_count', 'promotion_plan'),
)

const HEADER = [
  '客户编码',
  '企业名称',
  '企业类型',
  '信用代码',
  '省',
  '市',
  '区',
  '详细地址',
  '联系人',
  '手机',
  '经营范围',
  '许可证号',
  '许可证有效期至',
  '营业执照有效期至',
  '价格等级',
  '账期额度',
]
let number = 0
type Cells = readonly string[]
interface More {
  name?: string
  type?: string
  credit?: string
  contact?: string
  phone?: string
  scope?: string
  licence?: string
  until?: string
  address?: string
}
/** A row of a pharmacy of its own. */
function line(code: string, more: More = {}): Cells {
  number += 1
  return [
    code,
    more.name ?? `${code}大药房`,
    more.type ?? '单体药店',
    more.credit ?? creditCode('522701', number),
    '贵州省',
    '贵阳市',
    '云岩区',
    more.address ?? '示例路1号',
    more.contact ?? '林女士',
    more.phone ?? `139${String(10_000_000 + number)}`,
    more.scope ?? '中成药、化学药制剂',
    more.licence ?? `黔A${number}`,
    more.until ?? '2029-06-30',
    '长期',
    'A',
    '50000',
  ]
}
const workbook = (rows: readonly Cells[], header: Cells = HEADER): Buffer =>
  write(
    { Sheets: { 客户: utils.aoa_to_sheet([[...header], ...rows.map((row) => [...row])]) }, SheetNames: ['客户'] },
    { type: 'buffer', bookType: 'xlsx' },
  )
const upload = (content: Buffer, cookie = clerk, name = '老客户.xlsx') =>
  shop.ask('POST', '/api/staff/company_import', {
    cookie,
    body: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
const at = (id: number, rest = '') => `/api/staff/company_import/${id}${rest}`
const get = (id: number, rest = '', cookie = clerk) => shop.ask('GET', at(id, rest), { cookie })
const post = (id: number, deed: string, body: object = {}, cookie = clerk) => shop.ask('POST', at(id, `/${deed}`), { cookie, body })
const rowsOf = async (id: number) => (await get(id, '/row?per_page=100')).data.list
const work = () => shop.jobs.runDue(['importdesk.work'])
type Column = { field: string; at: number | null }
const chosen = (columns: readonly Column[]) => columns.flatMap(({ field, at: place }) => (place === null ? [] : [{ field, at: place }]))
async function checked(rows: readonly Cells[], header?: Cells, cookie = clerk): Promise<number> {
  const { data, status, text } = await upload(workbook(rows, header), cookie)
  expect(status, text).toBe(200)
  const asked = await post(data.id, 'check', { columns: chosen(data.columns) }, cookie)
  expect(asked.status, asked.text).toBe(200)
  await work()
  return data.id
}
const decide = async (cookie = head, command = 'approve') => {
  const { rows } = await pool.query<{ id: number }>("select id from approval_request where state = 'waiting' order by id desc limit 1")
  return shop.ask('POST', `/api/staff/approval/${rows[0]?.id}/${command}`, { cookie, body: {} })
}
async function approved(id: number, deed: 'run' | 'undo'): Promise<void> {
  const asked = await post(id, deed, { reason: '老客户上线' })
  expect(asked.code, asked.text).toBe(202)
  const decided = await decide()
  expect(decided.status, decided.text).toBe(200)
}
async function landed(rows: readonly Cells[], header?: Cells): Promise<number> {
  const id = await checked(rows, header)
  await approved(id, 'run')
  await work()
  return id
}
const company = async (code: string) => (await pool.query('select * from company where code = $1', [code])).rows[0]
const papersOf = async (id: number) =>
  (await pool.query('select kind, number, expires_on::text as until from qualification where company_id = $1 order by kind', [id])).rows
const scopesOf = async (id: number): Promise<string[]> =>
  (await pool.query('select scope_code as code from company_scope where company_id = $1 order by 1', [id])).rows.map(({ code }) => code)
/** As the command leaves one that traded before: passed, and nobody signs in for it. */
const brought = (rows: readonly Cells[]) =>
  bringFile(
    shop,
    'companies',
    [HEADER.slice(0, 14), ...rows.map((row) => row.slice(0, 14))].map((row) => row.join(',')),
  )
const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state)
const invite = (ids: readonly number[]) => shop.ask('POST', '/api/staff/invitation', { cookie: clerk, body: { company_ids: ids } })
const comeIn = ({ code, phone }: { code: string; phone: string }) =>
  shop.ask('POST', '/api/register/invited', { body: { secret: code, phone, password: 'Demo-2026', name: '林女士', agree: 1 } })

it('读错了文件：提交之前撤掉，什么也没写，撤掉的不能再提交', async () => {
  const id = await checked([line('KH-CANCEL')])
  const answer = await post(id, 'cancel')
  expect([answer.status, answer.data.state], answer.text).toEqual([200, 'cancelled'])
  expect(await company('KH-CANCEL')).toBeUndefined()
  expect((await post(id, 'run', { reason: '老客户上线' })).status).toBe(409)
})

describe('企业导入：定列与预览', () => {
  it('等级和账期不从文件读；改过的列按表头记住；没有权限的、只看一部分企业的人不能导入', async () => {
    const { data } = await upload(workbook([line('Z1')]))
    expect(data).toMatchObject({ state: 'columns', total: 1, remembered: 0, left_out: ['价格等级', '账期额度'] })
    const fields = data.columns.map(({ field }: Column) => field)
    expect([fields.includes('rank'), fields.includes('creditLimit'), fields.includes('creditDays')]).toEqual([false, false, false])
    const wrong = await post(data.id, 'check', { columns: [{ field: 'rank', at: 14 }] })
    expect(wrong.status).toBe(422)
    expect((await post(data.id, 'check', { columns: [{ field: 'code', at: 0 }] })).message).toBe('请指定企业名称、企业类型在哪一列')
    const columns = chosen(data.columns).filter(({ field }) => field !== 'contact')
    expect((await post(data.id, 'check', { columns })).status).toBe(200)
    await work()
    const again = (await upload(workbook([line('Z2')]))).data
    expect([again.remembered, again.columns.find(({ field }: Column) => field === 'contact').at]).toEqual([1, null])
    expect((await upload(workbook([line('Z3')]), auditor)).status).toBe(403)
    expect((await upload(workbook([]))).message).toBe('文件里只有表头，没有企业')
    const { rows } = await pool.query("select account_id from staff s join account a on a.id = s.account_id where a.name = '郑质管'")
    await pool.query("update staff set narrow_provinces = '{云南省}' where account_id = $1", [rows[0].account_id])
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: colleague })).data.narrowed).toBe(1)
    expect((await upload(workbook([line('Z3')]), colleague)).message).toBe('您的查看范围有限，不能使用这一项')
    expect((await get(data.id, '/row', colleague)).status).toBe(403)
    await pool.query('update staff set narrow_provinces = null where account_id = $1', [rows[0].account_id])
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: colleague })).data.narrowed).toBe(0)
  })

  it('逐行说明：新增、无变化、没有登录的改动、有登录和已冻结的不改、重复的证照、坏号码；什么也没写', async () => {
    const same = line('S1')
    const other = line('O1')
    const changing = line('C1')
    const frozen = line('F1')
    await brought([same, changing, other, frozen])
    await pool.query("update company set review_state = 4 where code = 'F1'")
    const owned = await makeCompany(db, { code: 'M1', name: 'M1大药房', contact: '何望槐', phone: '13711119999', province: '贵州省' })
    const before = (await pool.query('select count(*)::int as n from company')).rows[0].n
    const put = (row: Cells, place: number, value: string) => row.map((cell, index) => (index === place ? value : cell))
    const id = await checked([
      line('N1'),
      same,
      put(changing, 8, '新联系人'),
      put(frozen, 8, '新联系人'),
      line('M1', { name: 'M1大药房', contact: '新联系人' }),
      line('N2', { credit: other[3] ?? '' }),
      line('N3', { licence: other[11] ?? '' }),
      line('N4', { phone: '12345' }),
      line('N5', { type: '火星药店' }),
      line('N6', { credit: '91350100M000100Y44' }),
      line('n1'),
      line('N7', { name: other[1] ?? '', phone: owned.username, scope: '化学药制剂、外星药' }),
      line('N8', { phone: '0851-8888888' }),
      line('', { name: '没有编码' }),
    ])
    expect(await get(id).then(({ data }) => data)).toMatchObject({
      state: 'checked',
      counts: { new: 3, same: 1, changed: 1, refused: 9, doubtful: 1, landed: 0 },
    })
    const rows = await rowsOf(id)
    const said = (code: string) => rows.find((row: { code: string; state: string }) => row.code === code)
    expect(said('S1').state).toBe('same')
    expect(said('C1')).toMatchObject({
      state: 'changed',
      changes: [{ field: 'contact', name: '联系人', before: '林女士', after: '新联系人' }],
    })
    expect(said('F1').message).toBe('企业已冻结，资料不由文件改。与文件不同的：联系人（林女士 → 新联系人）')
    expect(said('M1').message).toContain('企业已有登录账号，资料由它提交变更、质量审核。与文件不同的：')
    expect(said('M1').message).toContain('联系人（何望槐 → 新联系人）')
    expect(said('N2').message).toBe('统一社会信用代码与“O1大药房”（O1）相同：同一家企业请用它的编码，不是的请核对')
    expect(said('N3').message).toContain('许可证号与“O1大药房”（O1）相同')
    expect(said('N4').message).toBe('手机：不是手机号，也不是“区号-号码”')
    expect(said('N5').message).toContain('不是可用的企业类型')
    expect(said('N6').message).toBe('统一社会信用代码：统一社会信用代码校验不符')
    expect(said('n1').message).toBe('与第 2 行的客户编码相同，以先出现的为准')
    expect(said('N7').message).toContain('已有同名企业（O1）')
    expect(said('N7').message).toContain('手机号已是登录账号')
    expect(said('N7').message).toContain('不认识的经营范围，未计入')
    expect(said('N7')).toMatchObject({ state: 'new', doubtful: 1, record_id: null })
    expect(said('N8')).toMatchObject({ state: 'new', doubtful: 0, message: '没有手机号，邀请信不绑定手机' })
    expect(said('').message).toBe('客户编码：不能为空')
    expect((await pool.query('select count(*)::int as n from company')).rows[0].n).toBe(before)
    expect((await company('C1')).contact).toBe('林女士')
    expect((await get(id, '/row?shown=doubtful')).data.total).toBe(1)
    const answer = await shop.app.inject({ url: at(id, '/file?failed=1'), headers: { cookie: `staff=${clerk}` } })
    const book = read(answer.rawPayload)
    const table = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(table).toHaveLength(10)
    expect(table[0]?.slice(-1)).toEqual(['没有导入的原因'])
    const whole = await shop.app.inject({ url: at(id, '/file'), headers: { cookie: `staff=${colleague}` } })
    const all = read(whole.rawPayload)
    expect(utils.sheet_to_json<string[]>(all.Sheets[all.SheetNames[0] ?? ''] ?? {}, { header: 1 })[0]).toContain('企业编码')
  })

  it('恶意的格子：每一种都只是一行不导入或照字面收下，导出的文件里不成公式', async () => {
    const texts = [...hostileTexts(300).values(), '=cmd|"/c calc"!A1', '<img src=x onerror=alert(1)>', "'; drop table company; --"]
    const id = await checked(texts.map((text, place) => line(`H${place}`, { name: text, contact: text.slice(0, 30), address: text })))
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(texts.length)
    expect(new Set(states(rows))).toEqual(new Set(['new', 'refused']))
    expect(rows.filter(({ message }: { message: string }) => message.includes('系统出错'))).toEqual([])
    const { data } = await get(id)
    await approved(id, 'run')
    await work()
    expect((await get(id)).data.counts).toMatchObject({ landed: data.counts.new, refused: data.counts.refused })
    const answer = await shop.app.inject({ url: at(id, '/file'), headers: { cookie: `staff=${clerk}` } })
    const book = read(answer.rawPayload)
    const cells = Object.values(book.Sheets[book.SheetNames[0] ?? ''] ?? {}) as { f?: string }[]
    expect(cells.filter((cell) => cell.f !== undefined)).toEqual([])
  })
})

describe('企业导入：两人批准后写入', () => {
  it('与命令导入一样落地：已通过、经营范围、证照、收货地址；等级空、额度零；自己不能批准，记在案上', async () => {
    const row = line('A1', { scope: '中成药、生物制品(不含血液制品、疫苗)' })
    const twin = line('A2', { scope: '中成药、生物制品(不含血液制品、疫苗)' })
    const id = await checked([row])
    expect((await post(id, 'run', { reason: '老客户上线' }, colleague)).code).toBe(202)
    expect((await decide(colleague)).status).toBe(409)
    expect((await decide()).status).toBe(200)
    await work()
    await brought([twin])
    const [own, byCommand] = [await company('A1'), await company('A2')]
    const plain = ({ review_state, rank, credit_limit, credit_days, contract_signed, imported_at }: Record<string, unknown>) => [
      review_state,
      rank,
      Number(credit_limit),
      credit_days,
      contract_signed,
      imported_at !== null,
    ]
    expect(plain(own)).toEqual([2, '', 0, 0, false, true])
    expect(plain(own)).toEqual(plain(byCommand))
    expect(await scopesOf(own.id)).toEqual(await scopesOf(byCommand.id))
    expect(await papersOf(own.id)).toEqual([
      { kind: 'business_licence', number: row[3], until: null },
      { kind: 'drug_licence', number: row[11], until: '2029-06-30' },
    ])
    const { rows: addresses } = await pool.query('select receiver, detail, is_licence, review from address where company_id = $1', [own.id])
    expect(addresses).toEqual([{ receiver: '林女士', detail: '示例路1号', is_licence: true, review: 'passed' }])
    expect(await get(id).then(({ data }) => data)).toMatchObject({ state: 'done', approved_by: '方主管', counts: { landed: 1 } })
    const { rows: log } = await pool.query('select action, actor, after from audit_log where subject = $1', [`company:${own.id}`])
    expect(log).toMatchObject([{ action: 'company_import.added', after: { code: 'A1', 联系人: '林女士', file: '老客户.xlsx' } }])
    expect((await rowsOf(id))[0]).toMatchObject({ landed: 1, record_id: own.id })
    expect((await shop.ask('GET', `/api/staff/audit?subject=company_import:${id}`, { cookie: auditor })).status).toBe(200)
  })

  it('没有登录的企业按文件改，空着的格不动；改了什么记在案上', async () => {
    const row = line('D1')
    const renewed = line('D2')
    await brought([row, renewed])
    const { id: companyId } = await company('D1')
    const id = await landed(
      [
        [row[0] ?? '', row[1] ?? '', '诊所', '新联系人', '', '中药饮片', '诊A1', '长期'],
        [renewed[0] ?? '', renewed[1] ?? '', '单体药店', '', '', '', '黔换证1', '2031-01-01'],
      ],
      ['客户编码', '企业名称', '企业类型', '联系人', '手机', '经营范围', '许可证号', '许可证有效期至'],
    )
    expect((await rowsOf(id))[0].state).toBe('changed')
    expect(await company('D1')).toMatchObject({ id: companyId, type: '诊所', contact: '新联系人', phone: row[9] })
    expect((await papersOf(companyId)).map(({ kind }) => kind)).toEqual(['business_licence', 'clinic_licence', 'drug_licence'])
    const { rows: log } = await pool.query('select action from audit_log where subject = $1 and actor = $2 order by id', [
      `company:${companyId}`,
      '柳依依',
    ])
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['import.company', 'import.scopes']))

    const { id: renewedId } = await company('D2')
    expect((await rowsOf(id))[1].changes).toEqual([
      { field: 'paper:drug_licence', name: '药品经营许可证', before: `${renewed[11]}，至 2029-06-30`, after: '黔换证1，至 2031-01-01' },
    ])
    expect((await papersOf(renewedId))[1]).toEqual({ kind: 'drug_licence', number: '黔换证1', until: '2031-01-01' })

    await approved(id, 'undo')
    await work()
    expect((await rowsOf(id))[0]).toMatchObject({ undone: 'back', undone_message: '' })
    expect(await company('D1')).toMatchObject({ type: '单体药店', contact: '林女士', phone: row[9] })
    expect(await papersOf(companyId)).toEqual([
      { kind: 'business_licence', number: row[3], until: null },
      { kind: 'drug_licence', number: row[11], until: '2029-06-30' },
    ])
    expect((await papersOf(renewedId))[1]).toEqual({ kind: 'drug_licence', number: renewed[11], until: '2029-06-30' })
    expect(await scopesOf(companyId)).toEqual(['chem', 'general', 'tcm'])
  })

  it('预览之后编码被别人占了、别家登记了同一信用代码：不导入，说明要重新预览', async () => {
    const rows = [line('B1'), line('B2'), line('B3')]
    const id = await checked(rows)
    expect((await post(id, 'run', { reason: '老客户上线' })).code).toBe(202)
    await brought([line('B1')])
    expect((await decide()).message).toContain('预览之后有企业的资料变了，请重新预览')
    expect((await post(id, 'run', { reason: '老客户上线' })).message).toBe('预览之后有企业的资料变了，请重新预览')
    expect((await decide(clerk, 'withdraw')).status).toBe(200)
    const columns = chosen((await get(id)).data.columns)
    expect((await post(id, 'check', { columns })).status).toBe(200)
    await work()
    await approved(id, 'run')
    // Between the approval and the job.
    await makeCompany(db, { code: 'X9', name: '别家', credit_code: rows[1]?.[3] ?? '' })
    await brought([rows[2] ?? []])
    await pool.query("update company set contact = '别人' where code = 'B3'")
    await work()
    const after = await rowsOf(id)
    expect(after.map(({ landed: is }: { landed: number }) => is)).toEqual([1, 0, 0])
    expect(after[1].message).toContain('与“别家”（X9）相同')
    expect(after[2].message).toBe('预览之后有变化，没有导入；请重新预览')
  })

  it('两份文件带同一个编码同时导入：只有一份建档，另一份说明', async () => {
    const first = await checked([line('R1', { contact: '甲' }), line('R2')])
    const second = await checked([line('R1', { contact: '乙' }), line('R3')])
    const run = async (id: number) => {
      const asked = await post(id, 'run', { reason: '老客户上线' })
      expect(asked.code, asked.text).toBe(202)
      expect((await decide()).status).toBe(200)
    }
    await run(first)
    await run(second)
    const [job] = importTasks(shop.database)
    await Promise.all([job?.run({ file_id: first }, NOW), job?.run({ file_id: second }, NOW)])
    await work()
    const counts = await Promise.all([first, second].map(async (id) => (await get(id)).data.counts))
    expect(counts.map(({ landed: is }) => is).sort()).toEqual([1, 2])
    expect((await pool.query("select from company where code in ('R1', 'R2', 'R3')")).rowCount).toBe(3)
    const loser = counts[0].landed === 1 ? first : second
    expect((await rowsOf(loser))[0]).toMatchObject({ state: 'refused', message: '预览之后有变化，没有导入；请重新预览' })
  })
})

describe('企业导入：写入的同一刻有人登录', () => {
  it('他先进来，这一家就不再按文件改', async () => {
    const row = line('W1')
    await brought([row])
    const { id: companyId } = await company('W1')
    const id = await checked([[row[0] ?? '', row[1] ?? '', '单体药店', '文件里的人']], ['客户编码', '企业名称', '企业类型', '联系人'])
    await approved(id, 'run')
    const stranger = await makeCompany(db, { name: '别家大药房' })
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into account_company (account_id, company_id, is_owner) values ($1, $2, true)', [
        stranger.accountId,
        companyId,
      ])
      const [job] = importTasks(shop.database)
      const landing = job?.run({ file_id: id }, NOW)
      await untilOneWaits(shop.database)
      await client.query('commit')
      await landing
    } finally {
      client.release()
    }
    await work()
    expect((await rowsOf(id))[0]).toMatchObject({ state: 'refused', landed: 0 })
    expect((await rowsOf(id))[0].message).toContain('企业已有登录账号')
    expect((await company('W1')).contact).toBe('林女士')
  })
})

/** What every batch of companies holds, of files and of the command. */
const HOLDS = "select pg_advisory_xact_lock(hashtextextended('company_import', 0))"

describe('企业导入：写入的同一刻编码从别处来', () => {
  it('别处的那家一字不动，这一行说明，同一批的别家照样导入', async () => {
    const id = await checked([line('Y1'), line('Y2')])
    await approved(id, 'run')
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(HOLDS)
      await client.query(
        "insert into company (code, name, type, contact, review_state) values ('Y1', '别处来的大药房', '诊所', '别处的人', 2)",
      )
      const [job] = importTasks(shop.database)
      const landing = job?.run({ file_id: id }, NOW)
      await untilOneWaits(shop.database, '%pg_advisory_xact_lock%')
      await client.query('commit')
      await landing
    } finally {
      client.release()
    }
    await work()
    const rows = await rowsOf(id)
    expect(rows.map(({ landed: is }: { landed: number }) => is)).toEqual([0, 1])
    expect(rows[0].message).toBe('预览之后有变化，没有导入；请重新预览')
    expect(await company('Y1')).toMatchObject({ name: '别处来的大药房', type: '诊所', contact: '别处的人', phone: '' })
    expect((await get(id)).data.state).toBe('done')
  })

  it('命令导入也等这一批完', async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(HOLDS)
      const bringing = brought([line('Y3')])
      await untilOneWaits(shop.database, '%pg_advisory_xact_lock%')
      expect(await company('Y3')).toBeUndefined()
      await client.query('commit')
      expect((await bringing).inserted).toBe(1)
    } finally {
      client.release()
    }
  })
})

describe('企业导入：登录', () => {
  it('导入的企业数得出谁还没有登录；一次邀请，凭信登录即见到自己的企业', async () => {
    const id = await landed([line('L1'), line('L2'), line('L3')])
    const logins = async () => (await get(id, '/login')).data
    const first = await logins()
    expect(first).toMatchObject({ signed_in: 0, invited: 0, waiting: 3 })
    expect(first.list.map(({ name }: { name: string }) => name)).toEqual(['L1大药房', 'L2大药房', 'L3大药房'])
    const { data, text } = await invite(first.list.slice(0, 2).map(({ id: one }: { id: number }) => one))
    expect(data.letters, text).toHaveLength(2)
    expect(await logins()).toMatchObject({ signed_in: 0, invited: 2, waiting: 1 })
    const entered = await comeIn(data.letters[0])
    expect(entered.status, entered.text).toBe(200)
    expect(entered.data.company?.name ?? entered.text).toContain('L1大药房')
    expect(await logins()).toMatchObject({ signed_in: 1, invited: 1, waiting: 1 })
    expect((await get(999_999, '/login')).status).toBe(404)
  })
})

describe('企业导入：整批撤销', () => {
  it('没有来往的删去，邀请信随之失效；登录了的、改过的、定过等级的、被活动指名的留下，逐家说明', async () => {
    const id = await landed(['U1', 'U2', 'U3', 'U4', 'U5', 'U6', 'U7', 'U8'].map((code) => line(code)))
    const ids = await Promise.all(['U1', 'U2', 'U3', 'U4', 'U5', 'U6', 'U7'].map(async (code) => (await company(code)).id as number))
    const { data } = await invite([ids[0] ?? 0, ids[1] ?? 0, ids[6] ?? 0])
    const [gone, used, opened] = data.letters
    expect((await comeIn(used)).status).toBe(200)
    expect((await shop.ask('POST', '/api/invitation/look', { body: { secret: opened.code } })).status).toBe(200)
    await pool.query("update company set contact = '后来改的' where code = 'U3'")
    await pool.query("update company set rank = 'B', terms_version = 1 where code = 'U4'")
    await pool.query(
      `insert into promotion_plan (kind, name, terms, created_by, updated_by, updated_at)
       values ('gift', '指名满赠', jsonb_build_object('audience', jsonb_build_object('companies', jsonb_build_array($1::bigint))), '运', '运', now())`,
      [ids[4]],
    )
    await pool.query(
      "insert into address (company_id, receiver, phone, province, city, district, detail) values ($1, '甲', '1', '沪', '沪', '沪', '路')",
      [ids[5]],
    )
    const { data: look } = await get(id, '/undo')
    expect(look).toMatchObject({ changed: 0, new: 8, removable: 2 })
    expect(look.kept.map(({ code }: { code: string }) => code)).toEqual(['U2', 'U3', 'U4', 'U5', 'U6', 'U7'])
    expect((await post(id, 'undo', { reason: '导错文件' })).code).toBe(202)
    expect((await decide(colleague)).status).toBe(404)
    expect((await decide()).status).toBe(200)
    await work()
    const rows = await rowsOf(id)
    expect(rows.map(({ undone }: { undone: string }) => undone)).toEqual([
      'removed',
      'left',
      'left',
      'left',
      'left',
      'left',
      'left',
      'removed',
    ])
    const why = rows.map(({ undone_message: text }: { undone_message: string }) => text)
    expect(why[1]).toContain('已有人登录')
    expect(why.slice(2, 7)).toEqual(['资料后来改过', '已设置等级或账期', '活动、优惠券指名给它', '另有收货地址', '邀请信已被打开'])
    expect(await company('U1')).toBeUndefined()
    expect((await comeIn(gone)).status).not.toBe(200)
    const { rows: log } = await pool.query("select subject from audit_log where action = 'company_import.removed'")
    expect(log.map(({ subject }) => subject)).toContain(`company:${ids[0]}`)
    expect((await post(id, 'undo', { reason: '再撤一次' })).message).toBe('这次导入已撤销，不能撤销')
  })

  it('改回没有登录的企业：后来又改的项留着，后来有人登录、质量审过的整家不动；满一天不能撤', async () => {
    const rows = ['K1', 'K2', 'K3', 'K4'].map((code) => line(code))
    await brought(rows)
    const id = await landed(
      rows.map(([code = '', name = '', type = '']) => [code, name, type, '改后', '新路2号']),
      ['客户编码', '企业名称', '企业类型', '联系人', '详细地址'],
    )
    expect((await pool.query("select detail from address a join company c on c.id = a.company_id where c.code = 'K1'")).rows).toEqual([
      { detail: '新路2号' },
    ])
    await pool.query("update company set contact = '又改' where code = 'K2'")
    const { data } = await invite([(await company('K3')).id])
    expect((await comeIn(data.letters[0])).status).toBe(200)
    await pool.query("update company set drug_classes_read_at = now() where code = 'K4'")
    expect((await get(id, '/undo')).data).toMatchObject({ changed: 4, touched: 3, new: 0 })
    await approved(id, 'undo')
    await work()
    const after = await rowsOf(id)
    expect(after.map(({ undone }: { undone: string }) => undone)).toEqual(['back', 'partly', 'left', 'left'])
    expect(after[1].undone_message).toBe('后来改过的留着：联系人')
    expect(await company('K1')).toMatchObject({ contact: '林女士', address: '示例路1号' })
    expect((await pool.query("select detail from address a join company c on c.id = a.company_id where c.code = 'K1'")).rows).toEqual([
      { detail: '示例路1号' },
    ])
    expect(await company('K2')).toMatchObject({ contact: '又改', address: '示例路1号' })
    expect(await company('K3')).toMatchObject({ contact: '改后' })
    const late = await landed([line('K9')])
    await pool.query("update import_file set landed_at = landed_at - interval '24 hours' where id = $1", [late])
    expect((await post(late, 'undo', { reason: '导错' })).message).toContain('导入已满 24 小时')
  })

  it('文件补上的信用代码、地址、经营类别和证照，撤销后又都没有', async () => {
    await bringFile(shop, 'companies', ['客户编码,企业名称,企业类型', 'E1,只有名字大药房,单体药店'])
    const { id: companyId, drug_classes } = await company('E1')
    expect([drug_classes, await papersOf(companyId)]).toEqual([null, []])
    const row = line('E1', { name: '只有名字大药房' })
    const id = await landed([[...row.slice(0, 14), '处方药、甲类非处方药']], [...HEADER.slice(0, 14), '经营类别'])
    expect((await company('E1')).drug_classes).not.toBeNull()
    expect(await papersOf(companyId)).toHaveLength(2)
    await approved(id, 'undo')
    await work()
    expect((await rowsOf(id))[0]).toMatchObject({ undone: 'back' })
    expect(await company('E1')).toMatchObject({ credit_code: null, drug_classes: null, address: '', phone: '' })
    expect(await papersOf(companyId)).toEqual([])
    expect((await pool.query('select from address where company_id = $1', [companyId])).rowCount).toBe(0)
  })

  it('撤销与凭信登录同时发生：要么进来了、企业留下，要么企业已去、信无效', async () => {
    const id = await landed([line('V1')])
    const { id: companyId } = await company('V1')
    const { data } = await invite([companyId])
    await approved(id, 'undo')
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select from company where id = $1 for update', [companyId])
      const [job] = importTasks(shop.database)
      const undoing = job?.run({ file_id: id }, NOW)
      await untilOneWaits(shop.database)
      const entering = comeIn(data.letters[0])
      await client.query('commit')
      const [entered] = await Promise.all([entering, undoing])
      await work()
      const isIn = entered.status === 200
      expect((await pool.query('select from company where id = $1', [companyId])).rowCount).toBe(isIn ? 1 : 0)
      expect((await rowsOf(id))[0].undone).toBe(isIn ? 'left' : 'removed')
      expect((await pool.query('select from account_company where company_id = $1', [companyId])).rowCount).toBe(isIn ? 1 : 0)
    } finally {
      client.release()
    }
  })
})

/** More of them, to see how long it takes. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 230)

describe('企业导入：进程被杀', () => {
  it('预览、导入、撤销到一半被杀：接着办，一家不重、一家不漏', async () => {
    const many = Array.from({ length: ROWS }, (_, n) => line(`P${n}`))
    const { data } = await upload(workbook(many))
    const id: number = data.id
    await post(id, 'check', { columns: chosen(data.columns) })
    const count = async (where: string) =>
      Number((await pool.query(`select count(*) from import_file_row where file_id = $1 and ${where}`, [id])).rows[0].count)
    const killed = async (until: () => Promise<boolean>) => {
      const child = taskProcess(shop.database.url, 'importdesk.work', { file_id: id }, NOW)
      const ended = once(child, 'exit')
      while (!(await until()) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await ended
    }
    await killed(async () => (await count("state <> 'read'")) > 0)
    expect(await count("state = 'read'")).toBeGreaterThan(0)
    await work()
    expect((await get(id)).data.counts).toMatchObject({ new: ROWS, refused: 0 })
    await approved(id, 'run')
    await killed(async () => (await count('landed_at is not null')) > 0)
    expect(await count('landed_at is null')).toBeGreaterThan(0)
    await work()
    expect((await get(id)).data.counts).toMatchObject({ landed: ROWS, refused: 0 })
    const there = async () => (await pool.query("select from company where code like 'P%'")).rowCount
    expect(await there()).toBe(ROWS)
    expect((await pool.query("select from audit_log where action = 'company_import.added'")).rowCount).toBe(ROWS)
    await approved(id, 'undo')
    await killed(async () => (await count("undone <> ''")) > 0)
    await work()
    expect(await count("undone = 'removed'")).toBe(ROWS)
    expect(await there()).toBe(0)
  })
})
