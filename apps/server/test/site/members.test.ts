import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, PASSED, part, type Site, yuan } from './site-fixtures.ts'

/** The pages of the member centre, the account centre and the order centre: each shows this company's own records. */

let site: Site
let company: { id: number; name: string }
beforeAll(async () => {
  site = await openSite()
  const [row] = await site.rows<{ id: number; name: string }>(
    `select c.id, c.name from account a join account_company ac on ac.account_id = a.id join company c on c.id = ac.company_id
      where a.username = $1 order by c.id limit 1`,
    [PASSED],
  )
  company = row ?? { id: 0, name: '' }
})
afterAll(() => site.shop.close())

const flat = async (path: string): Promise<string> => {
  const page = await site.open(path)
  expect(page.status, path).toBe(200)
  return page.main.replaceAll('|', '')
}
/** Each of these words, in one page. */
async function shows(path: string, words: readonly (string | number)[]): Promise<void> {
  const text = await flat(path)
  expect(words.length, path).toBeGreaterThan(0)
  for (const word of words) expect(text, path).toContain(String(word))
}

describe('会员中心', () => {
  it('会员中心写着企业、客户经理、余额、积分、各状态的订单数和最近的订单', async () => {
    const base = await site.data('/api/user/base')
    const { list } = await site.data('/api/order/list')
    await shows('/user', [company.name, base.admin.name, base.admin.phone, `¥${yuan(base.balance)}`, base.points.toLocaleString('zh-CN')])
    const text = await flat('/user')
    for (const { name, count } of base.order_counts.slice(0, 1)) expect(text).toContain(`${count}${name}`)
    expect(text).toContain(list[0].no)
  })

  it('从会员中心走得到账户的每一部分', async () => {
    const { html } = await site.open('/user')
    for (const path of '/order /jfdd /hmdd /wdqb /yegl /zqgl /jfgl /yhq /xjq /kjcg /pzqg /star /wdzj /yjfk /basic /zzzj /ddgl /bdwx /addr /wdxx'.split(
      ' ',
    ))
      expect(html, path).toContain(`href="${path}"`)
  })

  it('药检报告：设了网址是在新页打开的链接，没有网址就是那句说明', async () => {
    const set = (value: object) =>
      site.rows(
        `insert into setting (key, value) values ('quality_inspection', $1) on conflict (key) do update set value = excluded.value`,
        [JSON.stringify(value)],
      )
    await set({ url: '', msg: '药检报告请向客户经理索取' })
    const said = await site.open('/user')
    expect(said.main).toContain('药检报告请向客户经理索取')
    expect(said.main).not.toContain('|药检报告|')
    await set({ url: 'https://reports.example.com/', msg: '药检报告请向客户经理索取' })
    const linked = await site.open('/user')
    expect(linked.html).toMatch(/<a [^>]*href="https:\/\/reports\.example\.com\/"[^>]*target="_blank"[^>]*>药检报告<\/a>/)
    expect(linked.main).not.toContain('药检报告请向客户经理索取')
  })

  it('我的消息列出收到的消息，未读的写明', async () => {
    const { list } = await site.data('/api/user/message')
    expect(list.length).toBeGreaterThan(3)
    await shows(
      '/wdxx',
      list.map(({ title }: { title: string }) => title),
    )
    expect(await flat('/zhzx/wdxx')).toBe(await flat('/wdxx'))
  })
})

describe('我的钱包', () => {
  it('钱包总览写着余额、账期可用额度、优惠券张数、现金券和积分', async () => {
    const money = await site.data('/api/moneys/moneyConfig')
    const base = await site.data('/api/user/base')
    const credit = await site.data('/api/user/user_credit')
    const count = await site.data('/api/user/couponNum')
    await shows('/wdqb', [
      `账户余额¥${yuan(base.balance)}`,
      `账期可用¥${yuan(credit.left)}`,
      `优惠券${count.unused} 张`,
      `现金券¥${yuan(money.voucher.balance)}`,
      `积分${base.points.toLocaleString('zh-CN')}`,
    ])
  })

  it('余额页写着可用余额，逐笔列出余额变动，可按类型查', async () => {
    const { balance } = await site.data('/api/user/user_money')
    const { list } = await site.data('/api/user/user_money_log')
    await shows('/yegl', [`可用余额¥${yuan(balance)}`, ...list.map(({ memo }: { memo: string }) => memo)])
    const spent = await site.data('/api/user/user_money_log?use_type=out')
    expect(spent.total).toBeGreaterThan(0)
    expect(spent.total).toBeLessThan(list.length)
  })

  it('账期页写着额度、已用、待还，逐张列出待还的账单和到期日', async () => {
    const credit = await site.data('/api/user/user_credit')
    const { list } = await site.data('/api/user/user_credit_list?type=1')
    expect(list.length).toBeGreaterThan(0)
    await shows('/zqgl', [
      `可用额度¥${yuan(credit.left)}`,
      `总额度¥${yuan(credit.limit)}`,
      ...list.flatMap((bill: { order_no: string; due_on: string }) => [bill.order_no, bill.due_on]),
    ])
  })

  it('积分页写着可用积分，逐笔列出获得与使用', async () => {
    const base = await site.data('/api/user/base')
    const orders = await site.data('/api/points/order/list')
    const text = await flat('/jfgl')
    expect(text).toContain(`可用积分${base.points.toLocaleString('zh-CN')}`)
    expect(text).toContain(`积分订单 ${orders.list[0].no}`)
    expect(text).toMatch(/完成订单赠送积分\+\d+/)
  })

  it('优惠券页列出未使用的每一张，已使用、已过期的另列', async () => {
    const { list } = await site.data('/api/user/coupon?status=0')
    expect(list.length).toBeGreaterThan(3)
    await shows(
      '/yhq',
      list.map(({ name, threshold_text }: { name: string; threshold_text: string }) => `${threshold_text}${name}`),
    )
  })

  it('现金券页写着可用多少、每一档充值送多少', async () => {
    const { voucher, tiers } = await site.data('/api/moneys/moneyConfig')
    await shows('/xjq', [
      `可用现金券¥${yuan(voucher.balance)}`,
      ...tiers.map((tier: { amount: string; gift: string }) => `¥${Number(tier.amount).toLocaleString('zh-CN')}送 ¥${Number(tier.gift)}`),
    ])
  })
})

describe('账户中心', () => {
  it('/zhzx_jcxx 转到基础信息', async () => {
    expect(await site.open('/zhzx_jcxx')).toMatchObject({ status: 302, to: '/basic' })
  })

  it('基础信息写着企业名称、类型、信用代码、地址、联系人、客户经理和开票资料', async () => {
    const data = await site.data('/api/company')
    const base = await site.data('/api/user/base')
    const classes = data.drug_classes.list.map(({ name }: { name: string }) => name)
    expect(classes).toContain('处方药')
    await shows('/basic', [
      '许可证经营类别',
      ...classes,
      company.name,
      data.type,
      data.credit_code,
      data.address,
      data.contact,
      base.admin.name,
      data.invoice_account,
    ])
  })

  it('资质证件逐证列出号码与有效期，将到期的提醒', async () => {
    const { papers } = await site.data('/api/company')
    const held = papers.filter(({ in_force: paper }: { in_force: object | null }) => paper !== null)
    expect(held.length).toBeGreaterThan(4)
    await shows(
      '/zzzj',
      held.map(({ name }: { name: string }) => name),
    )
    await shows(
      '/zzzj',
      held.flatMap(({ in_force: paper }: { in_force: { number: string; expires_on: string | null } }) => [
        paper.number,
        paper.expires_on ?? '长期',
      ]),
    )
    expect(await flat('/zzzj')).toMatch(/有证照即将到期/)
  })

  it('多店管理列出这个账号的每家门店，说明当前在哪一家', async () => {
    const { stores } = await site.data('/api/user/store')
    await shows(
      '/ddgl',
      stores.map(({ name }: { name: string }) => name),
    )
    expect(await flat('/ddgl')).toContain('当前门店')
  })

  it('绑定微信页写着绑的是哪个微信、哪天绑的', async () => {
    const [bound] = await site.rows<{ nickname: string }>('select wechat_name as nickname from account where username = $1', [PASSED])
    await shows('/bdwx', [`已绑定微信“${bound?.nickname}”`, '解绑微信'])
  })

  it('收货地址逐个列出，默认的写明', async () => {
    const { list } = await site.data('/api/user/address')
    expect(list.length).toBeGreaterThan(1)
    await shows(
      '/addr',
      list.map((one: { detail: string }) => one.detail),
    )
    expect(await flat('/addr')).toContain('默认')
  })
})

describe('订单中心', () => {
  it('我的订单新的在前，每单写着单号、状态、金额，可按状态看', async () => {
    const { list } = await site.data('/api/order/list?per_page=10')
    const text = await flat('/order')
    const places = list.map(({ no }: { no: string }) => text.indexOf(no))
    expect(places.length).toBeGreaterThan(8)
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one: number, other: number) => one - other))
    for (const order of list) expect(text).toContain(order.status_name)
    const unpaid = await flat('/order?status=pending_payment')
    for (const order of list) expect(unpaid.includes(order.no), order.no).toBe(order.status === 'pending_payment')
  })

  it('订单详情写着单号、商品、批号、应付与收货人；物流转到订单详情；别家的订单没有', async () => {
    const { list } = await site.data('/api/order/list')
    const shipped = list.find(({ status }: { status: string }) => status === 'shipped')
    const order = await site.data(`/api/order/info/${shipped.id}`)
    await shows(`/order/info/${order.id}`, [
      order.no,
      ...order.lines.map(({ name }: { name: string }) => name),
      order.lines[0].batches[0].batch_no,
      yuan(order.payable),
    ])
    expect((await site.open(`/order/wl/${order.id}`)).to).toMatch(new RegExp(`^/order/info/${order.id}`))
    const [theirs] = await site.ids('select id from orders where company_id <> $1 limit 1', [company.id])
    expect((await site.open(`/order/info/${theirs}`)).status).toBe(404)
  })

  it.each(['returnInfo', 'afterSalesInfo'])('/order/%s 写着售后单号、进度、退哪些商品、退多少', async (page) => {
    const { list } = await site.data('/api/after_sale/list')
    const one = await site.data(`/api/after_sale/info/${list[0].id}`)
    await shows(`/order/${page}/${one.id}`, [one.no, one.status_name, one.lines[0].name])
    const [theirs] = await site.ids('select id from after_sale where company_id <> $1 limit 1', [company.id])
    if (theirs !== undefined) expect((await site.open(`/order/${page}/${theirs}`)).status).toBe(404)
    expect((await site.open(`/order/${page}/999999`)).status).toBe(404)
  })

  it('积分订单与含麻回执各列各的', async () => {
    const points = await site.data('/api/points/order/list')
    await shows(
      '/jfdd',
      points.list.map(({ no }: { no: string }) => no),
    )
    const orders = await site.rows<{ no: string }>(
      `select o.no from ephedrine_receipt r join orders o on o.id = r.order_id where o.company_id = $1`,
      [company.id],
    )
    await shows(
      '/hmdd',
      orders.map(({ no }) => no),
    )
  })
})

describe('购物步骤', () => {
  it('几百种商品的购物车：服务器只画开头，别人不等；数据一行不少，由浏览器补齐', async () => {
    const cart = { cookie: site.buyer }
    const goods = await site.ids('select id from goods order by id limit 400')
    await site.shop.ask('POST', '/api/cart', { ...cart, body: { list: goods.map((goods_id) => ({ goods_id, number: 100 })) } })
    const { list } = await site.data('/api/cart/list')
    expect(list.length).toBeGreaterThan(200)
    const page = await site.open('/cart')
    const drawn = page.html.match(/data-quantity/g)?.length ?? 0
    expect(drawn).toBe(40)
    for (const line of list) expect(page.html).toContain(`"id":${line.id},"goods"`)
    await site.shop.ask('POST', '/api/cart/batch_delete', { ...cart, body: { ids: list.map((line: { id: number }) => line.id) } })
  })

  it('购物车、核对、支付、完成四页的步骤条各停在自己的一步', async () => {
    const { list } = await site.data('/api/goods/list?can_buy=1&keywords=amxl')
    const added = await site.shop.ask('POST', `/api/cart/quick_add/${list[0].id}`, { cookie: site.buyer })
    const orders = await site.data('/api/order/list')
    const unpaid = orders.list.find(({ status }: { status: string }) => status === 'pending_payment')
    const paid = orders.list.find(({ status }: { status: string }) => status === 'completed')
    const steps = ['/cart', `/cart/step2?ids=${added.data.lines[0].id}`, `/cart/step3/${unpaid.id}`, `/cart/step4?id=${paid.id}`]
    for (const [at, path] of steps.entries()) {
      const banner = part((await site.open(path)).html, 'ol', '购物步骤')
      const items = banner.split('<li').slice(1)
      expect(items, path).toHaveLength(4)
      expect(
        items.map((item) => item.includes('aria-current="step"')),
        path,
      ).toEqual([0, 1, 2, 3].map((place) => place === at))
    }
    await site.shop.ask('POST', '/api/cart/batch_delete', { cookie: site.buyer, body: { ids: [added.data.lines[0].id] } })
  })
})

describe('自助服务', () => {
  it('快捷采购列出买过的商品、上次多少、现价', async () => {
    const { list } = await site.data('/api/user/fast_buy')
    expect(list.length).toBeGreaterThan(5)
    await shows(
      '/kjcg',
      list.slice(0, 10).map(({ goods }: { goods: { name: string } }) => goods.name),
    )
  })

  it('品种求购列出求购与答复，新增求购是一张空的表', async () => {
    const { list } = await site.data('/api/user/buy')
    expect(list.length).toBeGreaterThan(2)
    await shows(
      '/pzqg',
      list.flatMap((one: { name: string; state_name: string }) => [one.name, one.state_name]),
    )
    await shows('/pzqg/add', ['商品名称（必填）', '数量（必填）', '提交求购'])
  })

  it('收藏与足迹列的正是自己收藏、看过的商品', async () => {
    const [favorites, visits] = [await site.data('/api/favorite'), await site.data('/api/goods/visit')]
    expect((await site.open('/star')).goods).toEqual(favorites.list.map(({ id }: { id: number }) => id))
    const seen = (await site.open('/wdzj')).goods
    expect(seen.length).toBeGreaterThan(5)
    expect(visits.list.map(({ id }: { id: number }) => id).slice(0, 5)).toEqual(seen.slice(0, 5))
  })

  it('意见反馈可以提交，提过的与答复在下面；电子发票查询写着开票资料', async () => {
    const rows = await site.rows<{ text: string }>(`select text from feedback where company_id = $1 and kind <> 'complaint'`, [company.id])
    await shows('/yjfk', ['提交反馈', ...rows.map(({ text }) => text)])
    const info = await site.data('/api/company')
    await shows('/dzfp', [`抬头 ${company.name}`, info.invoice_account])
  })
})
