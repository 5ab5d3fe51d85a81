import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { KUAIDI100_CUSTOMER, openKuaidi100 } from '../../../../test/stand-ins/kuaidi100.ts'
import { carrierCode, kuaidi100 } from '../../../providers/logistics/kuaidi100.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const service = await openKuaidi100()
afterAll(() => service.stop())
const options = {
  ...KUAIDI100_CUSTOMER,
  carriers: new Map([['山城快运', 'shancheng']]),
  url: service.url,
  callbackUrl: 'https://shop.example.com/api/parcel/push',
}
const shop = await testShop({ now: NOW, channels: { ...NO_CHANNELS, parcels: options } })
const { db, pool } = shop.database
const buyer = await makeCompany(db)
const goods = await makeGoods(db, {})
const boss = await makeStaff(db, '钱主管', '质管')
beforeEach(() => {
  shop.clock.now = NOW
  service.refuse = null
  service.mood = {}
  service.asked.length = 0
})

const STEPS = [
  { time: '2026-11-28 09:30:00', context: '【贵阳市】快件已到达转运中心', areaName: '贵州,贵阳市' },
  { time: '2026-11-27 20:00:00', context: '包裹已由承运商揽收', areaName: '贵州,贵阳市' },
]
let made = 0
/** Left the house; the job that asks about it is due. */
async function sent(carrier: string, { shippedAt = NOW, number = '' } = {}) {
  made += 1
  const waybill = number || `YT${made.toString().padStart(12, '0')}`
  const orderId = await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status: 'shipped' })
  await pool.query(`update orders set receiver = '{"city":"贵阳市","district":"云岩区","phone":"13800001234"}' where id = $1`, [orderId])
  const { rows } = await pool.query<{ id: number }>(
    `insert into shipment (order_id, carrier, waybill, picked_by, checked_by, remark, transport, box_no, recorder_no, shipped_at)
     values ($1, $2, $3, '', '', '', '', '', '', $4) returning id`,
    [orderId, carrier, waybill, shippedAt],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `select graphile_worker.add_job('shipments.track', json_build_object('shipment_id', $1::int), run_at => $2, job_key => 'track:' || $1)`,
    [id, NOW],
  )
  return { id, orderId, number: waybill }
}
const work = () => shop.jobs.runDue(['shipments.track'])
/** Asked once more, as the queue does after a failure. */
async function again(id: number): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job('shipments.track', json_build_object('shipment_id', $1::int), run_at => $2, job_key => 'track:' || $1)`,
    [id, NOW],
  )
  await work()
}
const events = async (id: number) =>
  (await pool.query('select text, place, at from shipment_event where shipment_id = $1 order by at', [id])).rows
const nextAt = async (id: number): Promise<string | null> =>
  (
    await pool.query(`select run_at from graphile_worker._private_jobs where key = 'track:' || $1::text`, [id])
  ).rows[0]?.run_at.toISOString() ?? null
const push = (body: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/parcel/push',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  })

describe('包裹的轨迹', () => {
  it('问到的按北京时间记下，订阅了推送的六小时再问一次；签收了记下时间，不再问', async () => {
    const { id, orderId, number } = await sent('圆通速递')
    service.parcels.set(number, { com: 'yuantong', state: '0', data: STEPS })
    await work()
    expect(service.asked).toEqual([expect.objectContaining({ com: 'yuantong', num: number, phone: '13800001234', to: '贵阳市' })])
    expect(service.subscribed.get(number)).toMatchObject({ callbackurl: 'https://shop.example.com/api/parcel/push' })
    expect((await events(id)).map(({ at, place }) => [at.toISOString(), place])).toEqual([
      ['2026-11-27T12:00:00.000Z', '贵州,贵阳市'],
      ['2026-11-28T01:30:00.000Z', '贵州,贵阳市'],
    ])
    expect(await nextAt(id)).toBe('2026-11-28T08:00:00.000Z')
    service.parcels.set(number, { com: 'yuantong', state: '3', data: [{ time: '2026-11-28 15:00:00', context: '已签收' }, ...STEPS] })
    shop.clock.now = new Date('2026-11-28T08:00:00Z')
    await work()
    const shown = await shop.ask('GET', `/api/order/info/${orderId}`, { cookie: buyer.cookie })
    expect(shown.data.shipment).toMatchObject({ delivered_at: '2026-11-28T07:00:00.000Z', events: [{ text: '已签收' }, {}, {}] })
    expect(await nextAt(id)).toBeNull()
  })

  it('承运商收回的一步不留着；还没有扫描的什么也不记，照常再问', async () => {
    const { id, number } = await sent('韵达')
    await work()
    expect([await events(id), await nextAt(id)]).toEqual([[], '2026-11-28T08:00:00.000Z'])
    service.parcels.set(number, { com: 'yunda', state: '0', data: STEPS })
    await again(id)
    service.parcels.set(number, { com: 'yunda', state: '0', data: STEPS.slice(1) })
    await again(id)
    expect((await events(id)).map(({ text }) => text)).toEqual(['包裹已由承运商揽收'])
    service.parcels.delete(number)
    await again(id)
    expect(await events(id)).toHaveLength(1)
  })

  it('自营配送、不认识的承运商、写得太长的单号：不问，也不再排', async () => {
    const own = await sent('自营配送')
    const long = await sent('中通', { number: '1'.repeat(33) })
    await work()
    expect([service.asked, await nextAt(own.id), await nextAt(long.id)]).toEqual([[], null, null])
    const carriers = { carriers: options.carriers }
    expect(['顺丰速运', 'ems特快', '山城快运有限公司', '中通快运', '中通快递', '专车'].map((name) => carrierCode(carriers, name))).toEqual([
      'shunfeng',
      'ems',
      'shancheng',
      'zhongtongkuaiyun',
      'zhongtong',
      null,
    ])
  })

  it('推送只是提醒去问：签名对才问，问到的才算数；伪造、重复、乱序、别人的单号都无害', async () => {
    const { id, number } = await sent('圆通')
    service.parcels.set(number, { com: 'yuantong', state: '0', data: STEPS.slice(1) })
    await work()
    const signed = { com: 'yuantong', state: '3', data: [{ time: '2026-11-28 09:50:00', context: '已签收' }, ...STEPS] }
    service.parcels.set(number, signed)
    const genuine = service.push(number)
    expect((await push(service.push(number, 'another salt'))).statusCode).toBe(422)
    expect((await push(genuine.replace('param=', 'param=x'))).statusCode).toBe(422)
    for (const nonsense of ['a&'.repeat(30_000), '', 'param=%7B%7D', 'sign=AAAA&param=%7B%7D', 'sign', '{'])
      expect((await push(nonsense)).statusCode).toBe(422)
    expect((await work()).length).toBe(0)
    // Said to be signed, while the service itself knows better.
    service.parcels.set(number, { ...signed, state: '5', data: STEPS })
    for (let twice = 0; twice < 2; twice++) {
      const taken = await push(genuine)
      expect([taken.statusCode, taken.json()]).toEqual([200, { result: true, returnCode: '200', message: '成功' }])
    }
    expect(await work()).toHaveLength(1)
    const { rows } = await pool.query('select delivered_at from shipment where id = $1', [id])
    expect(rows).toEqual([{ delivered_at: null }])
    expect(await events(id)).toHaveLength(2)
    service.parcels.set('OTHER1', { com: 'yuantong', state: '0', data: STEPS })
    expect((await push(service.push('OTHER1', KUAIDI100_CUSTOMER.salt))).statusCode).toBe(200)
    expect(await work()).toHaveLength(0)
  })

  it.each([
    ['没有答复', { down: true }],
    ['说到一半断了', { cut: true }],
    ['收下了没说', { deaf: true }],
  ])('%s：任务失败、由队列再试，恢复后补上，什么都没有重复', async (_title, mood) => {
    const { id, number } = await sent('圆通')
    service.parcels.set(number, { com: 'yuantong', state: '0', data: STEPS })
    service.mood = mood
    await expect(work()).rejects.toThrow('快递100')
    expect(await events(id)).toEqual([])
    service.mood = {}
    await again(id)
    expect(await events(id)).toHaveLength(2)
  })

  it('密钥错、没有余额：说出服务自己的话；通道页试得出来', async () => {
    const cookie = await makeStaffOf(db, 'administrator')
    const test = (who: string) => shop.ask('POST', '/api/staff/channel/kuaidi100/test', { cookie: who, body: { reason: '换了密钥' } })
    expect((await test(boss)).data).toEqual({ is_good: 1, said: '服务已答复：客户编号、密钥都对' })
    service.refuse = { returnCode: '601', message: 'KEY已过期' }
    expect((await test(cookie)).data).toEqual({ is_good: 0, said: expect.stringContaining('601 KEY已过期') })
    const wrong = kuaidi100({ ...options, key: 'wrong-key' })
    service.refuse = null
    await expect(
      wrong.track(
        { carrier: '圆通', waybill: 'YT1', shippedAt: NOW, from: '', to: { city: '', district: '' }, phone: '', coldChain: false },
        NOW,
      ),
    ).rejects.toThrow('503 验证签名失败')
    const { data } = await shop.ask('GET', '/api/staff/channel', { cookie: boss })
    expect(data.list.find(({ key }: { key: string }) => key === 'kuaidi100')).toMatchObject({
      name: '快递100',
      kind: 'parcels',
      state: 'good',
    })
  })
})
