import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { read, utils, write } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { useLawRules } from '../law/public.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'merchandiser', '商小品')
const colleague = await makeStaffOf(db, 'merchandiser', '商大品')
const head = await makeStaffOf(db, 'quality_head', '方主管')
const auditor = await makeStaffOf(db, 'auditor', '沈计')
beforeEach(async () => {
  await emptyTables(
    shop.database,
    'change',
    'goods',
    'manufacturer',
    'category',
    'law_decision',
    'audit_log',
    'price_change',
    'approval_request',
    'import_file',
    'import_columns',
  )
  useLawRules({ ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] })
})

const HEADER = ['货号', '品名', '规格', '单位', '厂家', '剂型', '国药准字', '批发价', '成本价', '储藏', '备注']
type Cells = readonly (string | number)[]
const line = (
  code: string,
  name: string,
  more: { spec?: string; maker?: string; no?: string; price?: string; cost?: string; storage?: string } = {},
): Cells => [
  code,
  name,
  more.spec ?? '0.25g*24粒',
  '盒',
  more.maker ?? '云岭制药',
  '片剂',
  more.no ?? '国药准字H10000001',
  more.price ?? '',
  more.cost ?? '',
  more.storage ?? '密封',
  '',
]
const workbook = (rows: readonly Cells[], header: readonly string[] = HEADER): Buffer =>
  write(
    { Sheets: { 商品: utils.aoa_to_sheet([[...header], ...rows.map((row) => [...row])]) }, SheetNames: ['商品'] },
    { type: 'buffer', bookType: 'xlsx' },
  )

const upload = (content: Buffer, name = '新品.xlsx', cookie = clerk) =>
  shop.ask('POST', '/api/staff/goods_import', {
    cookie,
    body: Buffer.concat([
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
const post = (id: number, deed: string, body: object = {}, cookie = clerk) =>
  shop.ask('POST', `/api/staff/goods_import/${id}/${deed}`, { cookie, body })
const look = async (id: number, cookie = clerk) => (await shop.ask('GET', `/api/staff/goods_import/${id}`, { cookie })).data
const rowsOf = async (id: number, shown = '', cookie = clerk) =>
  (await shop.ask('GET', `/api/staff/goods_import/${id}/row?per_page=100${shown && `&shown=${shown}`}`, { cookie })).data.list
const work = () => shop.jobs.runDue(['importdesk.work'])
type Column = { field: string; at: number | null }
const chosen = (columns: readonly Column[]) => columns.flatMap(({ field, at }) => (at === null ? [] : [{ field, at }]))

/** Uploaded and tried out. */
async function checked(rows: readonly Cells[], header?: readonly string[]): Promise<number> {
  const { data, status, text } = await upload(workbook(rows, header))
  expect(status, text).toBe(200)
  const asked = await post(data.id, 'check', { columns: chosen(data.columns) })
  expect(asked.status, asked.text).toBe(200)
  await work()
  return data.id
}
const decide = async (command = 'approve', cookie = head, body: object = {}) => {
  const { rows } = await pool.query<{ id: number }>("select id from approval_request where state = 'waiting' order by id desc limit 1")
  return shop.ask('POST', `/api/staff/approval/${rows[0]?.id}/${command}`, { cookie, body })
}
/** Handed in, approved and done. */
async function landed(rows: readonly Cells[]): Promise<number> {
  const id = await checked(rows)
  expect((await post(id, 'run', { reason: '新品建档' })).code).toBe(202)
  const decided = await decide()
  expect(decided.status, decided.text).toBe(200)
  await work()
  return id
}
async function takenBack(id: number): Promise<void> {
  const asked = await post(id, 'undo', { reason: '导错文件' })
  expect(asked.code, asked.text).toBe(202)
  const decided = await decide()
  expect(decided.status, decided.text).toBe(200)
  await work()
}
const goods = async (code: string) =>
  (
    await pool.query('select g.*, m.name as maker from goods g left join manufacturer m on m.id = g.manufacturer_id where code = $1', [
      code,
    ])
  ).rows[0]
const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state)

describe('商品导入：定列', () => {
  it('认出的列有样例；改过的列记住，同样表头的文件下次照用；没有必填的列、选了两次的不能预览；上下架的列不读', async () => {
    const header = ['货号', '品名', '规格型号2', '是否上架']
    const { data } = await upload(
      workbook(
        [
          ['A1', '寻常片', '0.5g*12片', '是'],
          ['A2', '又一片', '0.5g*12片', '否'],
        ],
        header,
      ),
    )
    expect(data).toMatchObject({ state: 'columns', total: 2, remembered: 0, left_out: ['是否上架'], header })
    expect(data.samples).toEqual([['A1', 'A2'], ['寻常片', '又一片'], ['0.5g*12片'], ['是', '否']])
    const of = (field: string, { columns }: { columns: Column[] }) => columns.find((one) => one.field === field)?.at
    expect([of('code', data), of('name', data), of('spec', data)]).toEqual([0, 1, null])
    expect((await post(data.id, 'check', { columns: [{ field: 'code', at: 0 }] })).message).toBe('请指定商品名称在哪一列')
    expect(
      (
        await post(data.id, 'check', {
          columns: [
            { field: 'code', at: 0 },
            { field: 'name', at: 0 },
          ],
        })
      ).message,
    ).toBe('文件的“货号”选了两次')
    expect((await post(data.id, 'check', { columns: [{ field: 'status', at: 3 }] })).status).toBe(422)
    const columns = [
      { field: 'code', at: 0 },
      { field: 'name', at: 1 },
      { field: 'spec', at: 2 },
    ]
    expect((await post(data.id, 'check', { columns }, colleague)).message).toBe('这是 商小品 的导入，由他预览')
    expect((await post(data.id, 'check', { columns })).data.state).toBe('checking')
    const { data: again } = await upload(workbook([['A3', '第三片', '1g', '是']], header), '下月.xlsx', colleague)
    expect(again.remembered).toBe(1)
    expect(of('spec', again)).toBe(2)
  })

  it('不是表格、只有表头、压缩炸弹、超过行数的文件不收；谁都能看的只有有权限的列', async () => {
    expect((await upload(Buffer.from('%PDF-1.7 something'))).message).toContain('这是 PDF 文件')
    expect((await upload(workbook([]))).message).toBe('文件里只有表头，没有商品')
    expect((await upload(Buffer.from('x'), '空.xlsx')).status).toBe(422)
    const many = ['货号,品名', ...Array.from({ length: 10_001 }, (_, at) => `B${at},片`)].join('\n')
    expect((await upload(Buffer.from(many), '多.csv')).message).toContain('文件超过 10,000 行')
    const broken = workbook([line('A1', '片')])
    broken.writeUInt32LE(0xffffffff, broken.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    expect((await upload(broken)).status).toBe(422)
    expect((await upload(workbook([line('A1', '片')]), '片.xlsx', auditor)).status).toBe(403)
    const id = await checked([line('A1', '寻常片', { price: '12.5', cost: '8' })])
    const marketer = await makeStaffOf(db, 'marketer')
    const seen = await shop.ask('GET', `/api/staff/goods_import/${id}`, { cookie: marketer })
    expect(seen.status).toBe(403)
    const quality = await look(id, head)
    expect([quality.samples[1], quality.samples[8], quality.samples[10]]).toEqual([['寻常片'], [], []])
    expect((await rowsOf(id, '', head))[0].changes.map(({ field }: { field: string }) => field)).not.toContain('cost')
  })
})

describe('商品导入：预览', () => {
  it('什么也没写；逐行说出新增、改动（原来→现在）、无变化、不导入、待审核；已有商品的价格不动；未导入的行有文件', async () => {
    const known = await makeGoods(db, {
      code: 'K1',
      name: '寻常片',
      spec: '0.25g*24粒',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      storage: '密封',
      price: '10.00',
      stock: 0,
    })
    const id = await checked([
      line('N1', '新片', { price: '12.50', cost: '9' }),
      line('K1', '寻常片', { storage: '遮光，密封', price: '1.00' }),
      line('K1', '寻常片二'),
      line('N2', '', {}),
      line('N3', '低价片', { price: '5', cost: '6' }),
      line('N4', '测禁啡片'),
      line('N5', '怪字片\u0007'),
      line('N6', '贵片', { price: '12.345' }),
    ])
    const file = await look(id)
    expect(file).toMatchObject({ state: 'checked', state_name: '待提交', counts: { read: 0, new: 1, changed: 1, landed: 0 } })
    const rows = await rowsOf(id)
    expect(states(rows)).toEqual(['new', 'changed', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'])
    expect(rows[1]).toMatchObject({ record_id: known, message: '已有商品的价格不由资料文件改' })
    expect(rows[1].changes).toEqual([
      { field: 'storage', name: '储藏', before: '密封', after: '遮光,密封' },
      { field: 'categories', name: '所在分类', before: '', after: '西药' },
    ])
    expect(rows[0].changes).toContainEqual({ field: 'price', name: '批发价', before: '', after: '¥12.50' })
    expect(rows[2].message).toBe('与本文件前面的行重复，以先出现的为准')
    expect(rows[3].message).toBe('商品名称：不能为空')
    expect(rows[4].message).toContain('批发价低于成本价')
    expect(await rowsOf(id, 'changed')).toHaveLength(1)
    expect(await goods('N1')).toBeUndefined()
    expect((await goods('K1')).storage).toBe('密封')
    expect((await pool.query("select from audit_log where action like 'goods.%'")).rowCount).toBe(0)
    const answer = await shop.app.inject({ url: `/api/staff/goods_import/${id}/file?failed=1`, headers: { cookie: `staff=${clerk}` } })
    const book = read(answer.rawPayload)
    const table = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(table[0]).toEqual([...HEADER, '没有导入的原因'])
    expect(table).toHaveLength(7)
    const whole = await shop.app.inject({ url: `/api/staff/goods_import/${id}/file`, headers: { cookie: `staff=${clerk}` } })
    expect(whole.statusCode).toBe(200)
  })

  it('处方类别放宽、冷链取消的，与在商品资料里填的一样：资料改，商品待质量审核下架', async () => {
    await makeGoods(db, {
      code: 'K2',
      name: '寻常片',
      drug_class: 'rx',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      stock: 0,
    })
    const id = await checked([['K2', '寻常片', '甲类非处方药']], ['货号', '品名', '处方类别'])
    const [row] = await rowsOf(id, 'doubtful')
    expect(row).toMatchObject({ state: 'changed', doubtful: 1 })
    expect(row.message).toContain('待质量管理部门审核')
    await post(id, 'run', { reason: '类别更新' })
    await decide()
    await work()
    expect(await goods('K2')).toMatchObject({ drug_class: 'otc_a', on_shelf: false, law_verdict: 'doubtful' })
  })

  it('批准文号、厂家变了的老商品须重新首营，不上架；首营审批中的不收', async () => {
    const id = await makeGoods(db, { code: 'K3', name: '寻常片', approval_no: '国药准字H10000009', manufacturer: '云岭制药', stock: 0 })
    const file = await landed([line('K3', '寻常片')])
    expect((await rowsOf(file))[0].message).toContain('须重新首营')
    expect((await goods('K3')).on_shelf).toBe(false)
    expect((await pool.query('select passed_at from goods_first_trade where goods_id = $1', [id])).rows).toEqual([{ passed_at: null }])
    await pool.query(
      `insert into upstream_approval (goods_id, renewal, words, applied_at, applied_by, applied_id)
       select $1, false, '首营', now(), name, id from account where name = '商小品'`,
      [id],
    )
    const again = await checked([line('K3', '另名片')])
    expect((await rowsOf(again))[0]).toMatchObject({ state: 'refused' })
    expect((await rowsOf(again))[0].message).toContain('首营申请正在审批')
  })
})

describe('商品导入：批准与导入', () => {
  it('另一人批准后才导入；自己不能批；新商品先首营、不上架，价与成本记在改价记录；每个商品一条操作记录', async () => {
    await makeGoods(db, {
      code: 'K1',
      name: '寻常片',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      storage: '密封',
      stock: 0,
    })
    const id = await checked([line('N1', '新片', { price: '12.50', cost: '9' }), line('K1', '寻常片', { storage: '遮光' })])
    const asked = await post(id, 'run', { reason: '新品建档' })
    expect(asked.code).toBe(202)
    expect(asked.data.request).toMatchObject({ kind: 'goods.import', title: '导入商品资料“新品.xlsx”：新增 1 种，改动 1 种' })
    expect(await look(id)).toMatchObject({ state: 'checked', waits: 1, state_name: '待批准' })
    expect((await post(id, 'cancel')).message).toBe('正在等待批准，请先在“批准”里撤回')
    await work()
    expect(await goods('N1')).toBeUndefined()
    expect((await decide('approve', clerk)).status).not.toBe(200)
    expect((await decide()).status).toBe(200)
    await work()
    expect(await look(id)).toMatchObject({ state: 'done', approved_by: '方主管', counts: { landed: 2 } })
    const made = await goods('N1')
    expect(made).toMatchObject({ name: '新片', on_shelf: false, off_shelf_reason: '新建，尚未上架', base_price: 1250, maker: '云岭制药' })
    expect((await pool.query('select cost from goods_cost where goods_id = $1', [made.id])).rows).toEqual([{ cost: 900 }])
    expect((await pool.query('select kind, after, reason from price_change where goods_id = $1 order by kind', [made.id])).rows).toEqual([
      { kind: 'base', after: 1250, reason: '新品建档' },
      { kind: 'cost', after: 900, reason: '新品建档' },
    ])
    expect((await pool.query('select passed_at from goods_first_trade where goods_id = $1', [made.id])).rowCount).toBe(1)
    const { rows } = await pool.query(
      "select action, actor, reason, after from audit_log where action in ('goods.add', 'goods.change') order by id",
    )
    expect(rows).toMatchObject([
      { action: 'goods.add', actor: '商小品', reason: '新品建档', after: { code: 'N1', file: '新品.xlsx' } },
      { action: 'goods.change', after: { storage: '遮光', file: '新品.xlsx' } },
    ])
    expect((await rowsOf(id)).map((row: { landed: number }) => row.landed)).toEqual([1, 1])
    expect((await post(id, 'run', { reason: '再来' })).message).toContain('要先预览才能导入')
    const list = await shop.ask('GET', '/api/staff/goods_import?state=done', { cookie: clerk })
    expect(list.data).toMatchObject({ total: 1, list: [{ id, by: '商小品' }] })
  })

  it('提交之后商品变了：不能批准；批准之后、轮到之前变了：那一行不导入', async () => {
    await makeGoods(db, {
      code: 'K1',
      name: '寻常片',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      storage: '密封',
      stock: 0,
    })
    await makeGoods(db, {
      code: 'K2',
      name: '寻常片',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      storage: '密封',
      stock: 0,
    })
    const id = await checked([line('K1', '寻常片', { storage: '遮光' }), line('K2', '寻常片', { storage: '遮光' })])
    await post(id, 'run', { reason: '储藏条件' })
    await pool.query("update goods set mnemonic = 'XYZ' where code = 'K1'")
    expect((await decide()).message).toContain('预览之后有商品的资料变了')
    expect((await decide('refuse', head, { reason: '重新预览' })).status).toBe(200)
    expect((await post(id, 'run', { reason: '储藏条件' })).message).toBe('预览之后有商品的资料变了，请重新预览')
    const { columns } = await look(id)
    expect((await post(id, 'check', { columns: chosen(columns) })).status).toBe(200)
    await work()
    await post(id, 'run', { reason: '储藏条件' })
    expect((await decide()).status).toBe(200)
    await pool.query("update goods set mnemonic = 'ABC' where code = 'K2'")
    await work()
    expect(await look(id)).toMatchObject({ state: 'done', counts: { landed: 1, refused: 1 } })
    expect((await rowsOf(id, 'refused'))[0].message).toBe('预览之后商品资料有变化，没有导入；请重新预览')
    expect([(await goods('K1')).storage, (await goods('K2')).storage]).toEqual(['遮光', '密封'])
  })

  it('批准之后提交人没有这项权限了：没有办的不再办', async () => {
    const id = await checked([line('N1', '新片')])
    await post(id, 'run', { reason: '新品建档' })
    await decide()
    await pool.query("update staff set state = 'locked' where account_id = (select id from account where name = '商小品')")
    await work()
    await pool.query("update staff set state = 'active' where account_id = (select id from account where name = '商小品')")
    shop.sessions.forget()
    expect((await look(id)).state).toBe('failed')
    expect(await goods('N1')).toBeUndefined()
  })

  it('一行把一批弄坏了：那一行说明，其余照导', async () => {
    const id = await checked([line('N1', '新片'), line('N2', '坏片'), line('N3', '新片三')])
    await post(id, 'run', { reason: '新品建档' })
    await decide()
    await pool.query(`create function breaks() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
    await pool.query(`create trigger breaks before insert on goods for each row when (new.code = 'N2') execute function breaks()`)
    try {
      await expect(work()).rejects.toThrow()
    } finally {
      await pool.query('drop function breaks() cascade')
    }
    await work()
    expect(states(await rowsOf(id))).toEqual(['new', 'refused', 'new'])
    expect((await rowsOf(id))[1].message).toBe('系统出错，这一行没有导入')
  })
})

describe('商品导入：撤销', () => {
  it('先说会怎样；另一人批准；没动过的改回、没用过的新商品删除；改过的只改回没动过的项，用着的留下', async () => {
    const k1 = await makeGoods(db, {
      code: 'K1',
      name: '寻常片',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      spec: '0.5g',
      storage: '密封',
      stock: 0,
    })
    await makeGoods(db, {
      code: 'K2',
      name: '寻常片',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      spec: '0.5g',
      storage: '密封',
      stock: 0,
    })
    const id = await landed([
      line('K1', '寻常片', { storage: '遮光' }),
      line('K2', '寻常片', { storage: '遮光' }),
      line('N1', '新片', { price: '12.50' }),
      line('N2', '新片二'),
      line('N3', '新片三'),
      line('N4', '新片四'),
    ])
    await pool.query("update goods set storage = '冷暗处' where code = 'K2'")
    const n2 = await goods('N2')
    await pool.query(
      "insert into price_change (goods_id, kind, rank, before, after, reason, changed_by, at) values ($1, 'base', '', null, 900, '定价', '财务', $2)",
      [n2.id, new Date(NOW.getTime() + 1000)],
    )
    await pool.query("update goods set mnemonic = 'XP3' where code = 'N3'")
    await pool.query(
      `insert into promotion_plan (kind, name, terms, created_by, updated_by, updated_at)
       select 'gift', '年末满赠', jsonb_build_object('scope', jsonb_build_object('goods', jsonb_build_array(id))), '运', '运', now() from goods where code = 'N4'`,
    )
    const { data } = await shop.ask('GET', `/api/staff/goods_import/${id}/undo`, { cookie: clerk })
    expect(data).toMatchObject({ changed: 2, touched: 1, new: 4, removable: 1 })
    expect(
      data.kept.map(({ code, why }: { code: string; why: string }) => [
        code,
        why.includes('定价') || why.includes('改过') || why.includes('活动'),
      ]),
    ).toEqual([
      ['N2', true],
      ['N3', true],
      ['N4', true],
    ])
    await takenBack(id)
    expect(await look(id)).toMatchObject({ state: 'undone', undo_asked_by: '商小品', counts: { taken_back: 6 } })
    const rows = await rowsOf(id)
    expect(rows.map((row: { undone: string }) => row.undone)).toEqual(['back', 'partly', 'removed', 'shelved', 'shelved', 'shelved'])
    expect(rows[5].undone_message).toBe('活动、优惠券里有它')
    expect(await goods('K1')).toMatchObject({ id: k1, spec: '0.5g', storage: '密封', on_shelf: true })
    expect(await goods('K2')).toMatchObject({ spec: '0.5g', storage: '冷暗处' })
    expect(rows[1].undone_message).toBe('后来改过的留着：储藏')
    expect(await goods('N1')).toBeUndefined()
    expect((await goods('N2')).off_shelf_reason).toBe('导入已撤销')
    const actions = (await pool.query("select action from audit_log where action like 'goods_import.%' order by id")).rows.map(
      (row) => row.action,
    )
    expect(actions).toEqual(['read', 'check', 'run', 'done', 'undo', 'removed', 'undone'].map((one) => `goods_import.${one}`))
    expect((await post(id, 'undo', { reason: '再撤' })).message).toBe('这次导入已撤销，不能撤销')
  })

  it('放宽了处方类别的导入撤销后，资料改回，是否上架仍由质量决定；首营通过、上架在售的新商品留着', async () => {
    await makeGoods(db, {
      code: 'K2',
      name: '寻常片',
      drug_class: 'rx',
      approval_no: '国药准字H10000001',
      manufacturer: '云岭制药',
      stock: 0,
    })
    const id = await checked(
      [
        ['K2', '寻常片', '甲类非处方药'],
        ['N9', '新片', '处方药'],
      ],
      ['货号', '品名', '处方类别'],
    )
    await post(id, 'run', { reason: '类别更新' })
    await decide()
    await work()
    await pool.query(
      "update goods_first_trade set passed_at = now(), passed_until = '2030-01-01' where goods_id = (select id from goods where code = 'N9')",
    )
    await pool.query("update goods set base_price = 1000, on_shelf = true where code = 'N9'")
    await takenBack(id)
    const [row, fresh] = await rowsOf(id)
    expect(row).toMatchObject({ undone: 'back', undone_message: '是否上架由质量部门决定' })
    expect(await goods('K2')).toMatchObject({ drug_class: 'rx', on_shelf: false })
    expect(fresh.undone).toBe('left')
    expect(fresh.undone_message).toContain('首营资料里有它')
    expect((await goods('N9')).on_shelf).toBe(true)
  })

  it('满一天不能整批撤销；没有改动的、还没导入的不能撤销', async () => {
    const id = await landed([line('N1', '新片')])
    await pool.query("update import_file set landed_at = landed_at - interval '24 hours' where id = $1", [id])
    expect((await post(id, 'undo', { reason: '导错' })).message).toContain('导入已满 24 小时')
    const other = await checked([line('N2', '新片二')])
    expect((await post(other, 'undo', { reason: '导错' })).message).toBe('这次导入待提交，不能撤销')
    expect((await post(other, 'cancel')).data.state).toBe('cancelled')
    expect((await post(other, 'run', { reason: '导入' })).status).toBe(409)
  })
})

describe('商品导入：进程被杀', () => {
  it('导到一半、撤到一半被杀：接着办，一件不重、一件不漏；旧的自动清理', async () => {
    const many = Array.from({ length: Number(process.env.IMPORT_ROWS ?? 350) }, (_, at) => line(`P${at}`, `批片${at}`, { price: '9.90' }))
    const id = await checked(many)
    await post(id, 'run', { reason: '批量建档' })
    await decide()
    const killed = async (until: () => Promise<boolean>) => {
      const code = `
        import { openDatabase } from './platform/database.ts'
        import { importTasks } from './modules/goods/importdesk/making.ts'
        const database = openDatabase(process.env.AT, { max: 3 })
        const work = importTasks(database)[0]
        await work.run({ file_id: Number(process.env.FILE_ID) }, new Date(process.env.NOW))`
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', code.replaceAll("'./", `'${fileURLToPath(new URL('../../../', import.meta.url))}`)],
        {
          env: { ...process.env, AT: shop.database.url, FILE_ID: String(id), NOW: NOW.toISOString() },
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      )
      const ended = once(child, 'exit')
      while (!(await until()) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await ended
    }
    const count = async (column: string) =>
      Number((await pool.query(`select count(*) from import_file_row where file_id = $1 and ${column}`, [id])).rows[0].count)
    await killed(async () => (await count('landed_at is not null')) > 0)
    const half = await count('landed_at is not null')
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(many.length)
    await work()
    expect((await look(id)).counts).toMatchObject({ landed: many.length, refused: 0 })
    expect(Number((await pool.query("select count(*) from goods where code like 'P%'")).rows[0].count)).toBe(many.length)
    expect(Number((await pool.query("select count(*) from audit_log where action = 'goods.add'")).rows[0].count)).toBe(many.length)

    await post(id, 'undo', { reason: '导错文件' })
    await decide()
    await killed(async () => (await count("undone <> ''")) > 0)
    await work()
    expect(await count("undone = 'removed'")).toBe(many.length)
    expect((await pool.query("select from goods where code like 'P%'")).rowCount).toBe(0)

    await pool.query("update import_file set read_at = read_at - interval '366 days' where id = $1", [id])
    await pool.query(`select graphile_worker.add_job('importdesk.clear', '{}', run_at => $1)`, [NOW])
    await shop.jobs.runDue(['importdesk.clear'])
    expect((await pool.query('select from import_file_row')).rowCount).toBe(0)
  })

  it('一人读入而没有预览的至多留五个：再读入，最旧的去掉', async () => {
    const first = (await upload(workbook([line('A1', '片')]))).data.id
    for (let at = 0; at < 5; at++) await upload(workbook([line('A1', '片')]))
    expect((await shop.ask('GET', `/api/staff/goods_import/${first}`, { cookie: clerk })).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/goods_import', { cookie: clerk })).data.total).toBe(5)
  })
})
