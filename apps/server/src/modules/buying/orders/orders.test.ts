import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const placed: { id: number; no: string }[] = []

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db, { balance: '1000.00' })
const address = await makeAddress(db, buyer.companyId)
for (const [name, day] of [
  ['布洛芬缓释胶囊', 18],
  ['阿莫西林胶囊', 19],
  ['板蓝根颗粒', 20],
] as const) {
  shop.clock.now = new Date(Date.UTC(2026, 10, day, 2))
  const goods = await makeGoods(db, { name, price: '20.00' })
  const others = [await makeGoods(db), await makeGoods(db), await makeGoods(db)]
  placed.push(
    ...(await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }, ...others.map((goods_id) => ({ goods_id, number: 1 }))])),
  )
}
shop.clock.now = new Date('2026-11-20T03:00:00Z')
await shop.ask('POST', `/api/order/${placed[1]?.id}/cancel`, { cookie: buyer.cookie, body: { reason: '买错了' } })
await shop.ask('POST', `/api/pay/order/${placed[2]?.id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })
shop.clock.now = NOW

const list = async (query = '') => (await shop.ask('GET', `/api/order/list${query}`, { cookie: buyer.cookie })).data
const ids = (data: { list: { id: number }[] }) => data.list.map((order) => order.id)

describe('我的订单', () => {
  it('新的在前，每单只列前三种商品，各状态有数目', async () => {
    const data = await list()
    expect(ids(data)).toEqual(placed.map((order) => order.id).reverse())
    expect(data.list[0]).toMatchObject({ line_count: 4, number: 5, status_name: '待拣货' })
    expect(data.list[0].lines).toHaveLength(3)
    expect(data.counts.filter((one: { count: number }) => one.count > 0)).toEqual([
      { status: 'all', name: '全部订单', count: 3 },
      { status: 'pending_payment', name: '待付款', count: 1 },
      { status: 'paid', name: '待拣货', count: 1 },
      { status: 'cancelled', name: '已取消', count: 1 },
    ])
  })

  it('按状态、单号、商品名、日期筛选，分页', async () => {
    expect(ids(await list('?status=cancelled'))).toEqual([placed[1]?.id])
    expect(ids(await list(`?keywords=${placed[0]?.no}`))).toEqual([placed[0]?.id])
    expect(ids(await list(`?keywords=${encodeURIComponent('阿莫西林')}`))).toEqual([placed[1]?.id])
    expect(ids(await list('?keywords=%25'))).toEqual([])
    expect(ids(await list('?start_time=2026-11-19&end_time=2026-11-19'))).toEqual([placed[1]?.id])
    const second = await list('?per_page=2&page=2')
    expect(second).toMatchObject({ total: 3, page: 2, per_page: 2 })
    expect(ids(second)).toEqual([placed[0]?.id])
  })

  it('导出当前筛选的订单：一行一个批次，实付合计等于商品实付；别家的没有', async () => {
    const answer = await shop.app.inject({
      method: 'GET',
      url: `/api/order/export?keywords=${placed[2]?.no}`,
      headers: { cookie: `sid=${buyer.cookie}` },
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const book = read(answer.rawPayload, { type: 'buffer' })
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets.订单明细 ?? {})
    expect(rows).toHaveLength(4)
    expect(rows.every((row) => row.订单号 === placed[2]?.no && row.批号 !== '')).toBe(true)
    expect(rows.reduce((sum, row) => sum + Number(row.实付金额), 0)).toBeCloseTo(70)
    const other = await makeCompany(db)
    const theirs = await shop.app.inject({ method: 'GET', url: '/api/order/export', headers: { cookie: `sid=${other.cookie}` } })
    expect(utils.sheet_to_json(read(theirs.rawPayload, { type: 'buffer' }).Sheets.订单明细 ?? {})).toEqual([])
  })

  it('不存在的日期说明是哪一项', async () => {
    const wrong = await shop.ask('GET', '/api/order/list?start_time=2026-02-30', { cookie: buyer.cookie })
    expect(wrong.status).toBe(422)
    expect(wrong.data.errors[0].field).toBe('start_time')
  })

  it('详情：明细相加等于应付，日志、批号、支付都在，不能做的说明为什么', async () => {
    const { data } = await shop.ask('GET', `/api/order/info/${placed[2]?.id}`, { cookie: buyer.cookie })
    expect(data.rows).toMatchObject([
      { key: 'goods', amount: '70.00' },
      { key: 'shipping', amount: '12.00' },
    ])
    expect(data).toMatchObject({ total: '82.00', payable: '82.00', status: 'paid', pay_before: null })
    const line = data.lines.find((one: { name: string }) => one.name === '板蓝根颗粒')
    expect(line.batches[0]).toMatchObject({ number: 2, expiry_date: '2099-12-31' })
    expect(data.payments).toMatchObject([{ channel: 'balance', channel_name: '余额支付', amount: '82.00', status: '已支付' }])
    expect(data.log.map((entry: { text: string }) => entry.text)).toEqual(['余额支付 ¥82.00 到账，订单已付款', '提交订单'])
    expect(data.actions.find((action: { key: string }) => action.key === 'pay')).toMatchObject({ open: false, why: '订单已付款' })
    expect(data.actions.find((action: { key: string }) => action.key === 'cancel').open).toBe(true)
  })

  it('再来一单：按今天的规则加入购物车，不能买的说明原因', async () => {
    const { data } = await shop.ask('GET', `/api/order/info/${placed[0]?.id}`, { cookie: buyer.cookie })
    await db.updateTable('goods').set({ on_shelf: false }).where('id', '=', data.lines[3].goods_id).execute()
    const again = await shop.ask('POST', `/api/order/${placed[0]?.id}/reorder`, { cookie: buyer.cookie, body: {} })
    expect(again.message).toBe('已将 3 种商品加入购物车')
    expect(again.data).toMatchObject({ added: 3, refused: [{ goods_id: data.lines[3].goods_id, message: '该商品已下架' }], line_count: 3 })
  })

  it('订单号带下单日期；序号超过六位也不重', async () => {
    expect(placed[0]?.no).toMatch(/^20261118\d{6}$/)
    await shop.database.pool.query("select setval(pg_get_serial_sequence('orders', 'id'), 1234566)")
    const goods = await makeGoods(db)
    const numbers = []
    for (let round = 0; round < 2; round++) numbers.push((await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }]))[0]?.no)
    expect(numbers).toEqual(['202611211234567', '202611211234568'])
  })
})
