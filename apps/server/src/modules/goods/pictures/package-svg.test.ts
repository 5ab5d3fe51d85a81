import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGoods } from '../../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { wellFormed } from '../../../../test/well-formed.ts'
import { formOf, type PackagedGoods } from './form.ts'
import { neutralSvg, packageSvg } from './package-svg.ts'
import { hueOf, lotOf } from './palette.ts'

const goods = (change: Partial<PackagedGoods> = {}): PackagedGoods => ({
  id: 1,
  name: '阿莫西林胶囊',
  spec: '0.25g*24粒',
  dosageForm: '胶囊剂',
  kind: 'drug',
  unit: '盒',
  ...change,
})
const FORMS = [
  '片剂',
  '胶囊剂',
  '颗粒剂',
  '糖浆剂',
  '口服溶液剂',
  '软膏剂',
  '滴眼剂',
  '注射剂',
  '粉针剂',
  '喷雾剂',
  '吸入气雾剂',
  '贴膏剂',
  '酊剂',
  '丸剂',
  '煎膏剂',
  '栓剂',
  '饮片',
  '',
]
const KINDS = ['drug', 'herb', 'device', 'health', 'other']
const UNITS = ['盒', '瓶', '袋', '支', '台', '包', 'kg']
const MOST_BYTES = 4096

describe('包装图', () => {
  it.each([
    '<script>alert(1)</script>',
    '复方&amp;"引号"\'单引\'',
    '😀👩‍⚕️维生素',
    '\u0000\u001b控制\ud800字符',
    '',
    '   ',
    ']]>',
    '片'.repeat(300),
    'A'.repeat(300),
  ])('名称为 %j 时仍是合法的 XML', (name) => {
    for (const dosageForm of FORMS) expect(wellFormed(packageSvg(goods({ name, spec: name, dosageForm })))).toBe(true)
  })

  it('任何名称、规格、剂型、单位都合法，且不超过 4 KB', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(...FORMS),
        fc.constantFrom(...KINDS),
        fc.constantFrom(...UNITS),
        (name, spec, dosageForm, kind, unit) => {
          const svg = packageSvg(goods({ name, spec, dosageForm, kind, unit }))
          expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MOST_BYTES)
          expect(wellFormed(svg)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('同一商品每次画得一样，商品分到全部八种颜色', () => {
    expect(packageSvg(goods())).toBe(packageSvg(goods()))
    expect(new Set(Array.from({ length: 60 }, (_, id) => hueOf(lotOf(id + 1)).main)).size).toBe(8)
  })

  it.each([
    [{}, 'blister'],
    [{ name: '维生素C片', dosageForm: '片剂', unit: '瓶' }, 'whiteBottle'],
    [{ name: '川贝枇杷糖浆', dosageForm: '糖浆剂', unit: '瓶', spec: '150ml' }, 'amberBottle'],
    [{ name: '双黄连口服液', dosageForm: '合剂', spec: '10ml*10支' }, 'oralVialBox'],
    [{ name: '莫匹罗星软膏', dosageForm: '软膏剂', unit: '支' }, 'tube'],
    [{ name: '左氧氟沙星滴眼液', dosageForm: '滴眼剂', unit: '支' }, 'dropper'],
    [{ name: '注射用头孢曲松钠', dosageForm: '粉针剂' }, 'vialBox'],
    [{ name: '黄芪片', kind: 'herb', dosageForm: '饮片', unit: '袋' }, 'pouch'],
    [{ name: '板蓝根颗粒', dosageForm: '颗粒剂' }, 'sachetBox'],
    [{ name: '电子血压计', kind: 'device', dosageForm: '', unit: '台' }, 'monitor'],
    [{ name: '红外额温计', kind: 'device', dosageForm: '', unit: '支' }, 'thermometer'],
    [{ name: '医用外科口罩', kind: 'device', dosageForm: '', unit: '包' }, 'crossBox'],
    [{ name: '布地奈德喷雾剂', dosageForm: '喷雾剂', unit: '瓶' }, 'spray'],
  ] as const)('%j 画成 %s', (change, form) => {
    expect(formOf(goods(change))).toBe(form)
  })
})

describe('GET /img/package/:id.svg', () => {
  let shop: Shop
  let id: number
  beforeAll(async () => {
    shop = await openShop({
      seed: async ({ db }) => {
        id = await makeGoods(db, { name: '板蓝根颗粒 <10g>' })
      },
    })
  })
  afterAll(() => shop.close())

  it('给出图片和 etag，未变时回答 304', async () => {
    const first = await shop.ask('GET', `/img/package/${id}.svg`)
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toContain('image/svg+xml')
    expect(first.headers['cache-control']).toContain('max-age=86400')
    const again = await shop.ask('GET', `/img/package/${id}.svg`, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it.each(['999999', 'abc', '0', '99999999999999999999', '%3Cscript%3E'])('没有的商品 %s 是一张素色的图和 404', async (wrong) => {
    const answer = await shop.ask('GET', `/img/package/${wrong}.svg`)
    expect([answer.status, answer.text]).toEqual([404, neutralSvg()])
  })
})
