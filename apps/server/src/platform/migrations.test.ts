import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, dropTestDatabase, testDatabaseUrl } from '../../test/databases.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import { migrate, migrateEmpty } from './migrations.ts'
import { loadCompany } from './viewer-store.ts'

let name: string
let database: DatabaseHandle
beforeEach(async () => {
  name = await createEmptyDatabase()
  database = openDatabase(testDatabaseUrl(name), { max: 3 })
})
afterEach(async () => {
  await database.close()
  await dropTestDatabase(name)
})
const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  return rows.map((row) => row.name)
}

it('别的程序的数据库：说明白，什么也不写进去', async () => {
  await database.pool.query('create table customers (id int); create table invoices (id int)')
  await expect(migrate(database)).rejects.toThrow('数据库里已有别的程序的表（customers、invoices）')
  expect(await tables()).toEqual(['customers', 'invoices'])
})

it('更新版本的程序用过的数据库：说明白，不动它', async () => {
  await migrate(database)
  await database.pool.query(`insert into migration (name, timestamp) values ('9999_later', now()::text)`)
  await expect(migrate(database)).rejects.toThrow('这个数据库由更新的或另一个版本的程序用过（9999_later）')
})

it('编号小于已执行的迁移：说出是哪个、该怎么办，什么也不执行', async () => {
  await migrate(database)
  await database.pool.query(`delete from migration where name = '0045_staff_queues'`)
  await expect(migrate(database)).rejects.toThrow(/迁移 0045_staff_queues 的编号小于这个数据库已经执行过的 \d{4}_\w+：请给它更大的编号/)
})

const isOfMigrations = (table: string) => /^migration(?:_lock)?$/.test(table)
it('database-types.ts 是从迁移写出来的：每张表、每一列都在', async () => {
  await migrate(database)
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped group by c.relname`,
  )
  const text = readFileSync(new URL('database-types.ts', import.meta.url), 'utf8')
  const interfaces = new Map([...text.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)].map(([, of = '', body = '']) => [of, body]))
  const written = [...(interfaces.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', of = '']) => [
    table,
    [...(interfaces.get(of) ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, column]) => column).sort(),
  ])
  const there = rows.filter(({ name }) => !isOfMigrations(name)).map(({ name, columns }) => [name, columns.sort()])
  expect(Object.fromEntries(written.filter(([table]) => !isOfMigrations(table as string))), '请运行 npm run db:types').toEqual(
    Object.fromEntries(there),
  )
})

it('空的数据库建好全部表，再来一次没有事做', async () => {
  expect((await migrate(database)).length).toBeGreaterThan(50)
  expect(await migrate(database)).toEqual([])
})

it('商城旁边的命令（导入、员工）：空的数据库建好结构；旧结构的不动，请人先启动新程序', async () => {
  await migrate(database, '0045_staff_queues')
  await expect(migrateEmpty(database)).rejects.toThrow('数据库的结构是旧版本的')
  const { rows } = await database.pool.query('select max(name) as last from migration')
  expect(rows).toEqual([{ last: '0045_staff_queues' }])
  await migrate(database)
  await migrateEmpty(database)
})

it('升级：从前按食品、一般商品、器械收下的药品改回药品，按处方药待文件说明；试剂和食品不动', async () => {
  await migrate(database, '0151_receipts_of_nothing')
  await database.pool.query(`
    insert into business_scope (code, name, sort) select code, code, 1
      from unnest(array['chem', 'tcm', 'bio', 'peptide', 'food', 'general', 'device2', 'herb']) as t (code);
    insert into goods (code, name, generic_name, spec, unit, kind, scope_code, drug_class, approval_no, category_said)
    select v.code, v.name, v.name, '1', '盒', v.kind, v.scope, v.class, v.no, v.said from (values
      ('1', '阿莫西林胶囊', 'health', 'food', 'none', '国药准字H20001301', '补益保健类'),
      ('2', '六味地黄丸', 'health', 'food', 'none', '国药准字Z20001302', '营养保健'),
      ('3', '聚维酮碘溶液', 'other', 'general', 'none', '国药准字H20001303', '消毒用品'),
      ('4', '重组人干扰素凝胶', 'device', 'bio', 'device', '国药准字S20001305', '医疗器械'),
      ('5', '丙型肝炎病毒抗体诊断试剂盒', 'device', 'bio', 'device', '国药准字S20001306', '检验试剂'),
      ('6', '蛋白粉', 'health', 'food', 'none', '国食健字G20001307', '保健食品'),
      ('7', '阿胶', 'herb', 'herb', 'herb', '国药准字Z20001308', '中药饮片'),
      ('8', '甲睾酮片', 'health', 'food', 'none', '国药准字H20001309', '保健品')) v (code, name, kind, scope, class, no, said)`)
  await database.pool.query(`update goods set special_substances = '{anabolic}' where code = '8'`)
  await migrate(database)
  const { rows } = await database.pool.query(
    `select code || ' ' || kind || ' ' || scope_code || ' ' || drug_class as is from goods order by code`,
  )
  expect(rows.map((row) => row.is)).toEqual([
    '1 drug chem rx',
    '2 drug tcm rx',
    '3 drug chem rx',
    '4 drug bio rx',
    '5 device bio device',
    '6 health food none',
    '7 herb herb herb',
    '8 drug peptide rx',
  ])
})

it('升级：各支付渠道从前共用一个账户，按每笔款项的支付、退款、待查款项分到各自的账户；分前分后合计都是零，写过的凭证不动', async () => {
  await migrate(database, '0351_care_goods_listed')
  // Rows that these refer to are of no account here.
  await database.pool.query(`
    set session_replication_role = replica;
    insert into company (name, type) values ('溪桥大药房', '单体药店');
    insert into payment (no, purpose, subject_id, company_id, channel, amount, status, created_at) select v.no, 'recharge', 1, 1, v.channel, v.amount, 'paid', now()
      from (values ('P1', 'wechat_pay', 1000), ('P2', 'wechat_pay', 500), ('P3', 'alipay', 700), ('P4', 'gateway', 300), ('P5', 'alipay', 40)) v (no, channel, amount);
    insert into refund (no, after_sale_id, order_id, company_id, payment_id, channel, amount, status, created_at)
      values ('T1', 1, 1, 1, (select id from payment where no = 'P3'), 'alipay', 200, 'done', now());
    insert into suspense (no, channel, payment_no, gateway_no, amount, reason, status, created_at)
      values ('DC1', 'wechat_pay', 'X', 'W9', 90, 'unknown_payment', 'open', now());
    insert into ledger_account (company_id, kind, balance) values (null, 'gateway', null), (null, 'bank', null), (null, 'rest', null);
    insert into ledger_posting (idempotency_key, kind, at) select key, kind, '2026-11-01T00:00:00Z'
      from (values ('pay:P1', 'recharge'), ('pay:P2', 'recharge'), ('refund:P2', 'surplus_back'), ('pay:P3', 'order_pay'), ('refund_part:T1', 'refund_sent'),
                   ('pay:P4', 'recharge'), ('suspense:DC1', 'suspense'), ('pay:P5', 'recharge'), ('refund:P5', 'surplus_back'), ('other', 'adjust')) v (key, kind);
    insert into ledger_entry (posting_id, account_id, amount, kind, at)
    select g.id, a.id, case a.kind when 'rest' then v.amount else -v.amount end, g.kind, g.at
      from (values ('pay:P1', 1000), ('pay:P2', 500), ('refund:P2', -500), ('pay:P3', 700), ('refund_part:T1', -200), ('pay:P4', 300), ('suspense:DC1', 90),
                   ('pay:P5', 40), ('refund:P5', -40), ('other', 7)) v (key, amount)
      join ledger_posting g on g.idempotency_key = v.key cross join ledger_account a where a.kind in ('gateway', 'rest');
    set session_replication_role = default`)
  const figures = async () => {
    const { rows } = await database.pool.query<{ kind: string; amount: string }>(
      'select a.kind, sum(e.amount)::integer as amount from ledger_entry e join ledger_account a on a.id = e.account_id group by 1',
    )
    return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))
  }
  expect(await figures()).toEqual({ gateway: -1897, rest: 1897 })
  const before = await database.pool.query('select * from ledger_entry order by id')
  await migrate(database)
  expect(await figures()).toEqual({ gateway: -307, wechat_pay: -1090, alipay: -500, rest: 1897 })
  const after = await database.pool.query('select * from ledger_entry order by id')
  expect(after.rows.slice(0, before.rows.length)).toEqual(before.rows)
  const { rows: unbalanced } = await database.pool.query(
    'select posting_id from ledger_entry group by 1 having sum(amount) <> 0 or count(*) < 2',
  )
  expect(unbalanced).toEqual([])
  const { rows: moved } = await database.pool.query(
    `select idempotency_key as key from ledger_posting where kind = 'channel_split' order by 1`,
  )
  expect(moved).toEqual([{ key: 'channel_split:alipay' }, { key: 'channel_split:wechat_pay' }])
})

it('升级：用户协议的文章成为第 1 版，没有发布的修改成为第 2 版草稿，没有发布过的还是草稿；已有的企业一家也不被问', async () => {
  await migrate(database, '0500_goods_imports')
  await database.pool.query(`
    insert into article_category (code, name, sort) values ('fwbz', '服务保障', 1), ('topic', '专题', 2);
    insert into article (category_id, slug, title, summary, body, status, version, shown_version, updated_at, published_at)
    select id, 'yhxy', '用户协议', '', '旧正文', 'published', 3, 2, '2026-10-01T00:00:00Z', '2026-09-01T00:00:00Z' from article_category where code = 'fwbz';
    insert into article (category_id, slug, title, summary, body, status, version, updated_at, published_at)
    select id, 'yszc', '隐私政策', '', '草稿正文', 'draft', 1, '2026-10-02T00:00:00Z', '2026-10-02T00:00:00Z' from article_category where code = 'topic';
    insert into article_version (article_id, version, title, summary, body, author, saved_at, saved_by)
    select id, 3, '用户协议', '', '写到一半', '', '2026-10-05T00:00:00Z', '孙运营' from article where slug = 'yhxy';
    insert into company (name, type, review_state) values ('老客户大药房', '单体药店', 2);`)
  await migrate(database)
  const { rows } = await database.pool.query(
    `select g.code, v.number, v.body, v.in_force_at, v.demanded, v.sha256 = sha256(convert_to(v.body, 'UTF8')) as same
       from agreement g join agreement_version v on v.agreement_id = g.id order by 1, 2`,
  )
  expect(rows).toEqual([
    { code: 'yhxy', number: 1, body: '旧正文', in_force_at: new Date('2026-10-01T00:00:00Z'), demanded: false, same: true },
    { code: 'yhxy', number: 2, body: '写到一半', in_force_at: null, demanded: false, same: null },
    { code: 'yszc', number: 1, body: '草稿正文', in_force_at: null, demanded: false, same: null },
  ])
  const shown = await database.pool.query(`select slug, body from articles_at(now())`)
  expect(shown.rows).toEqual([{ slug: 'yhxy', body: '旧正文' }])
  const company = await loadCompany(database.db, 1)
  expect(company?.agreements).toEqual([])
})
