import { beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, makeCompany } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { addRow } from '../../../../../test/rows.ts'
import { ADDRESSES_MAX } from './address-store.ts'

const HOME = {
  receiver: '陈店员',
  phone: '13911110001',
  province: '湖北省',
  city: '武汉市',
  district: '江岸区',
  detail: '中山大道 1 号',
}
const STORE = { ...HOME, receiver: '库房', phone: '027-88886666', detail: '仓库 2 号' }
let buyer: Buyer
let other: Buyer

const shop = await testShop()
const { db } = shop.database
beforeEach(async () => {
  buyer = await makeCompany(db)
  other = await makeCompany(db)
})

interface Row {
  id: number
  receiver: string
  is_default: number
}
const ask = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object, who = buyer) =>
  shop.ask(method, `/api/user/address${path}`, { cookie: who.cookie, ...(body && { body }) })
const add = (body: object = HOME) => ask('POST', '', body)
const list = async (): Promise<Row[]> => (await ask('GET')).data.list
const defaults = async () => (await list()).filter((one) => one.is_default === 1).map(({ receiver }) => receiver)
const idOf = async (receiver: string) => (await list()).find((one) => one.receiver === receiver)?.id ?? 0

describe('增改删', () => {
  it('第一个自动成为默认；默认只有一个，可以换，删掉默认由剩下的第一个接替', async () => {
    await add()
    await add(STORE)
    expect(await defaults()).toEqual(['陈店员'])
    expect((await ask('POST', `/${await idOf('库房')}/default`)).message).toBe('已设为默认地址')
    expect(await defaults()).toEqual(['库房'])
    expect((await ask('DELETE', `/${await idOf('库房')}`)).data.list).toMatchObject([{ receiver: '陈店员', is_default: 1 }])
    expect((await ask('DELETE', `/${await idOf('陈店员')}`)).data.list).toEqual([])
  })

  it('单据印不出来的字和看不见的字在填写时就拒绝，说出是哪个字；零宽空格去掉，生僻字照收', async () => {
    for (const [field, value, said] of [
      ['receiver', '陈😀', '“😀”'],
      ['receiver', '한글', '“한”'],
      ['detail', '中山大道\u202e1 号', 'U+202E'],
      ['detail', '中山大道 1 号🏠', '“🏠”'],
    ] as const) {
      const { status, data } = await add({ ...HOME, [field]: value })
      expect(status, value).toBe(422)
      expect(data.errors, value).toMatchObject([{ field, message: expect.stringContaining(said) }])
    }
    expect(await list()).toEqual([])
    await add({ ...HOME, receiver: '䶮㛃𬭚\u200b', detail: '\ufeff中山大道 1 号' })
    expect(await list()).toMatchObject([{ receiver: '䶮㛃𬭚', detail: '中山大道 1 号' }])
    const id = await idOf('䶮㛃𬭚')
    expect((await ask('POST', `/${id}`, { ...HOME, receiver: '陈😀' })).status).toBe(422)
    expect((await ask('POST', `/${id}`, { ...HOME, receiver: '陈😀', detail: '中山大道 1 号' })).status).toBe(422)
  })

  it('修改全部内容，也可以同时设为默认；不说默认的，默认不变', async () => {
    await add()
    await add(STORE)
    const id = await idOf('库房')
    const edited = { ...STORE, receiver: '新库房', province: '重庆市', city: '重庆市', district: '南岸区', detail: '茶园大道 9 号' }
    expect((await ask('POST', `/${id}`, edited)).data.list[1]).toMatchObject({ ...edited, id, is_default: 0 })
    expect((await ask('POST', `/${id}`, { ...edited, is_default: 1 })).data.list[0]).toMatchObject({ id, is_default: 1 })
    expect(await defaults()).toEqual(['新库房'])
  })

  it.each([
    ['phone', { phone: '12345678901' }],
    ['phone', { phone: '86010000' }],
    ['province', { province: '火星省' }],
    ['city', { city: '成都市' }],
    ['district', { district: '锦江区' }],
    ['receiver', { receiver: '  ' }],
    ['detail', { detail: ' 1 ' }],
  ])('%s 不对时说明是哪一栏：%j', async (field, wrong) => {
    await add()
    for (const path of ['', `/${await idOf('陈店员')}`]) {
      const answer = await ask('POST', path, { ...HOME, ...wrong })
      expect(answer.code).toBe(422)
      expect(answer.data.errors[0]).toMatchObject({ field, message: expect.stringMatching(/[一-鿿]/) })
    }
    expect(await list()).toHaveLength(1)
  })

  it('许可证地址不能删、不能改到别处，收货人和电话可以改', async () => {
    await addRow(db, 'address', { ...HOME, company_id: buyer.companyId, is_default: true, is_licence: true })
    const id = await idOf('陈店员')
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ code: 409, message: '许可证地址不能删除' })
    expect(await ask('POST', `/${id}`, { ...HOME, detail: '别处 3 号' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'detail' }] },
    })
    expect((await ask('POST', `/${id}`, { ...HOME, receiver: '王店长', phone: '13911110009' })).data.list).toMatchObject([
      { receiver: '王店长', phone: '13911110009', is_licence: 1, detail: HOME.detail },
    ])
  })
})

describe('界限', () => {
  it(`最多 ${ADDRESSES_MAX} 个，一起添加也不会多`, async () => {
    const rows = Array.from({ length: ADDRESSES_MAX - 2 }, () => ({ ...HOME, company_id: buyer.companyId }))
    await addRow(db, 'address', rows)
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 409, 409, 409, 409])
    expect(await list()).toHaveLength(ADDRESSES_MAX)
  })

  it('几个地址同时设为默认，最后只有一个默认', async () => {
    for (const receiver of ['甲', '乙', '丙', '丁']) await add({ ...HOME, receiver })
    const ids = (await list()).map(({ id }) => id)
    await Promise.all(ids.map((id) => ask('POST', `/${id}/default`)))
    expect(await defaults()).toHaveLength(1)
  })

  it('别家的地址不存在：看不到、改不了、设不成默认、删不掉', async () => {
    await add()
    const id = await idOf('陈店员')
    expect((await ask('GET', '', undefined, other)).data.list).toEqual([])
    expect((await ask('POST', `/${id}`, STORE, other)).code).toBe(404)
    expect((await ask('POST', `/${id}/default`, {}, other)).code).toBe(404)
    expect((await ask('DELETE', `/${id}`, undefined, other)).code).toBe(404)
    expect(await list()).toMatchObject([{ receiver: '陈店员', detail: HOME.detail }])
  })

  it('表格里已没有的旧地名，不动它时可以只改收货人', async () => {
    await addRow(db, 'address', { ...HOME, district: '旧县', company_id: buyer.companyId })
    const id = await idOf('陈店员')
    expect((await ask('POST', `/${id}`, { ...HOME, district: '旧县', receiver: '新人' })).code).toBe(200)
    expect((await ask('POST', `/${id}`, { ...HOME, district: '旧县', detail: '新路 8 号' })).code).toBe(422)
  })
})
