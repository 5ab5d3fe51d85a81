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
