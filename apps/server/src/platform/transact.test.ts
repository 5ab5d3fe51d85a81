import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { transact } from './transact.ts'

const shop = await testShop()
const { db, pool } = shop.database
await pool.query('create table purse (id int primary key, sum int not null)')
beforeEach(async () => {
  await pool.query('truncate purse; insert into purse values (1, 0), (2, 0)')
})

const sums = async () => (await pool.query<{ sum: number }>('select sum from purse order by id')).rows.map((row) => row.sum)

describe('事务', () => {
  it('两个事务互相等待，数据库掐断一个，它从头再来：两个都做成，各做一次', async () => {
    let runs = 0
    /** Both hold their first row before either asks for its second. */
    let holding = 0
    const add = (first: number, second: number) =>
      transact(db, async (trx) => {
        runs += 1
        await sql`update purse set sum = sum + 1 where id = ${first}`.execute(trx)
        holding += 1
        for (let waits = 0; holding < 2 && waits < 3_000; waits += 1) await new Promise((resolve) => setTimeout(resolve, 10))
        await sql`update purse set sum = sum + 1 where id = ${second}`.execute(trx)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(runs).toBe(3)
    expect(await sums()).toEqual([2, 2])
  })

  it('串行化失败也从头再来', async () => {
    let runs = 0
    await transact(db, async (trx) => {
      runs += 1
      await sql`set transaction isolation level repeatable read`.execute(trx)
      const { rows } = await sql<{ sum: number }>`select sum from purse where id = 1`.execute(trx)
      if (runs === 1) await pool.query('update purse set sum = 5 where id = 1')
      await sql`update purse set sum = ${(rows[0]?.sum ?? 0) + 1} where id = 1`.execute(trx)
    })
    expect(runs).toBe(2)
    expect(await sums()).toEqual([6, 0])
  })

  it('别的失败不重来，写下的一概撤回；一直失败的也有尽头', async () => {
    let runs = 0
    const failing = (error: Error) =>
      transact(db, async (trx) => {
        runs += 1
        await sql`update purse set sum = 9`.execute(trx)
        throw error
      })
    await expect(failing(new Error('refused'))).rejects.toThrow('refused')
    expect(runs).toBe(1)
    await expect(failing(Object.assign(new Error('deadlock'), { code: '40P01' }))).rejects.toThrow('deadlock')
    expect(runs).toBe(6)
    expect(await sums()).toEqual([0, 0])
  })
})
