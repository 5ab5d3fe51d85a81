import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, dropTestDatabase, testDatabaseUrl } from '../../test/databases.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import { migrate, migrateEmpty } from './migrations.ts'

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
