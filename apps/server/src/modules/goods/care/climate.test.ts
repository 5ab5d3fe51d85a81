import { beforeEach, describe, expect, it } from 'vitest'
import { makeStaffOf, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { testSigner } from '../../../../test/signer.ts'

/** Ten in the morning. */
const NOW = new Date('2024-02-29T02:00:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await nameSupplier(db)
const keeper = await makeStaffOf(db, 'warehouse', '罗远')
const judge = await makeStaffOf(db, 'quality', '质管员')
const warehouse = await makeWarehouse(db, { code: 'WS', name: '温湿仓' })
beforeEach(() => {
  shop.clock.now = NOW
})

const get = (url: string, cookie = keeper) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = keeper) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
let serial = 0
const addRoom = async (kind = 'cool', name = `库房${++serial}`) =>
  (await post('care/room', { warehouse_id: warehouse, name, kind })).data.id
const take = (room: number, body: object, cookie = keeper) => post(`care/room/${room}/reading`, body, cookie)
const rooms = async () => (await get('care/room')).data
const roomOf = async (id: number) => (await rooms()).list.find((one: { id: number }) => one.id === id)

describe('库房温湿度', () => {
  it('每天上午、下午各一次：记了就不再等着，到下午又等着', async () => {
    const before = (await rooms()).due
    const room = await addRoom('cool', '阴凉库一')
    expect(await rooms()).toMatchObject({ due: before + 1, half: 'am' })
    expect(await roomOf(room)).toMatchObject({ due: 1, kind_name: '阴凉库', range: '20 ℃ 以下，35–75 %', today: [] })
    expect((await take(room, { celsius: 18.26, humidity: 60 })).data).toMatchObject({ is_out: 0 })
    expect(await roomOf(room)).toMatchObject({ due: 0, today: [{ half: 'am', celsius: 18.3, humidity: 60, taker: '罗远', is_out: 0 }] })
    shop.clock.now = new Date('2024-02-29T04:00:00Z')
    expect(await roomOf(room)).toMatchObject({ due: 1 })
    await take(room, { celsius: 19, humidity: 61 })
    expect((await roomOf(room)).today.map(({ half }: { half: string }) => half)).toEqual(['am', 'pm'])
    shop.clock.now = new Date('2024-02-29T16:00:00Z')
    expect(await roomOf(room)).toMatchObject({ due: 1, today: [] })
  })

  it('超出范围必须写明措施，记录里标出；冷冻库不要湿度，其他库房要', async () => {
    const [cool, frozen] = [await addRoom('cool'), await addRoom('frozen')]
    const asked = await take(cool, { celsius: 22, humidity: 80 })
    expect(asked.data.errors).toEqual([{ field: 'measure', message: '温度偏高、湿度偏高（20 ℃ 以下，35–75 %），请写明采取的措施' }])
    expect((await take(cool, { celsius: 18 })).data.errors).toMatchObject([{ field: 'humidity' }])
    expect((await roomOf(cool)).today).toEqual([])
    expect((await take(cool, { celsius: 22, humidity: 80, measure: '开空调、除湿机' })).data).toMatchObject({ is_out: 1 })
    expect((await take(frozen, { celsius: -18 })).data).toMatchObject({ is_out: 0 })
    expect((await take(frozen, { celsius: 61 })).status).toBe(422)
    const { list } = (await get('register/climate?out=1')).data
    expect(list).toMatchObject([
      { celsius: 22, faults: '温度偏高、湿度偏高', measure: '开空调、除湿机', half_name: '上午', warehouse: '温湿仓' },
    ])
    await expect(pool.query(`update climate_reading set celsius = 18`)).rejects.toThrow('never changes')
  })

  it('库房改名、改类型、停用；停用的不再记，旧记录仍是当时的名字和类型；同一仓库不重名', async () => {
    const room = await addRoom('normal', '一楼')
    await addRoom('normal', '二楼')
    await take(room, { celsius: 25, humidity: 50 })
    const save = (body: object) => post(`care/room/${room}`, { name: '一楼', kind: 'normal', is_active: 1, ...body })
    expect((await save({ name: '二楼' })).data.errors).toMatchObject([{ field: 'name', message: '这个仓库已有“二楼”' }])
    expect((await post('care/room', { warehouse_id: warehouse, name: '二楼', kind: 'cool' })).status).toBe(422)
    expect((await post('care/room', { warehouse_id: 999_999, name: '三楼', kind: 'cool' })).status).toBe(422)
    expect((await save({ name: ' ' })).status).toBe(422)
    expect((await save({ name: '一楼东', kind: 'cool', is_active: 0 })).status).toBe(200)
    expect((await take(room, { celsius: 15, humidity: 50 })).message).toContain('已停用')
    expect(await roomOf(room)).toMatchObject({ name: '一楼东', is_active: 0, due: 0 })
    const { list } = (await get(`register/climate?words=${encodeURIComponent('一楼')}&warehouse_id=${warehouse}`)).data
    expect(list).toMatchObject([{ room: '一楼', kind_name: '常温库', range: '10–30 ℃，35–75 %', celsius: 25 }])
    const { rows } = await pool.query(`select action from audit_log where subject = $1 order by id`, [`store_room:${room}`])
    expect(rows.map(({ action }) => action)).toEqual(['care.room_add', 'care.reading', 'care.room_save'])
    for (const path of ['care/room/999999', 'care/room/999999/reading'])
      expect((await post(path, { name: '无', kind: 'cool', is_active: 1, celsius: 1 })).status, path).toBe(404)
  })

  it('质量看得到、打印得出，不能代记；一页一页往前', async () => {
    const room = await addRoom('cool')
    for (const celsius of [11, 12, 13]) await take(room, { celsius, humidity: 50 })
    expect((await take(room, { celsius: 11, humidity: 50 }, judge)).status).toBe(403)
    const page = async (more = '') =>
      (await get(`register/climate?words=${encodeURIComponent(`库房${serial}`)}&per_page=2${more}`, judge)).data
    const first = await page()
    expect(first.list.map(({ celsius }: { celsius: number }) => celsius)).toEqual([13, 12])
    expect((await page(`&after=${first.next}`)).list).toMatchObject([{ celsius: 11 }])
    const paper = await post('register/climate', { from: '2024-02-01', to: '2024-02-29', warehouse_id: warehouse }, judge)
    expect(paper.data, paper.text).toMatchObject({ document: { kind: 'climate_register' } })
    await shop.jobs.runDue(['documents.make'])
    const made = await db.selectFrom('document').where('id', '=', paper.data.document.id).select(['state', 'no']).executeTakeFirst()
    expect(made).toMatchObject({ state: 'valid', no: expect.stringMatching(/^WS/) })
  })
})
