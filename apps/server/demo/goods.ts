import type { Insertable } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { beijingDate } from '#domain/dates.ts'
import { createReader } from '#domain/pinyin/reader.ts'
import { type JudgedGoods, judgeGoods, type KeptEvidence } from '../src/modules/goods/law/public.ts'
import type { Goods } from '../src/platform/database-types.ts'
import { DEVICES } from './goods/devices.ts'
import { EVERYDAY } from './goods/everyday.ts'
import { HERBS } from './goods/herbs.ts'
import { PATENT } from './goods/patent.ts'
import { WESTERN } from './goods/western.ts'
import { WESTERN_MORE } from './goods/western-more.ts'
import { type DemoGoods, parseGoods } from './goods-text.ts'
import { instructionsOf, storageOf } from './instructions.ts'
import { MAKERS } from './makers.ts'
import { spread } from './spread.ts'

export const readDemoGoods = (): DemoGoods[] => [WESTERN, WESTERN_MORE, PATENT, HERBS, DEVICES, EVERYDAY].flatMap(parseGoods)

const CODE_LETTERS: Readonly<Record<string, string>> = {
  西药: 'XY',
  中成药: 'ZC',
  中药饮片: 'YP',
  医疗器械: 'QX',
  营养保健: 'YY',
  消毒护理: 'XD',
  母婴计生: 'MY',
}

/** ERP codes in the order of the text: XY0001 … */
export function codesOf(goods: readonly DemoGoods[]): string[] {
  const counts = new Map<string, number>()
  return goods.map(({ path: [top] }) => {
    const number = (counts.get(top) ?? 0) + 1
    counts.set(top, number)
    return `${CODE_LETTERS[top] ?? 'QT'}${String(number).padStart(4, '0')}`
  })
}

const isDevice = (goods: DemoGoods) => ['d1', 'd2', 'd3'].some((mark) => goods.marks.has(mark))

export function scopeOf(goods: DemoGoods): string {
  const { marks } = goods
  if (marks.has('peptide')) return 'peptide'
  if (marks.has('bio')) return 'bio'
  if (marks.has('herb')) return 'herb'
  if (marks.has('d3')) return 'device3'
  if (marks.has('d2')) return 'device2'
  if (marks.has('food')) return 'food'
  if (marks.has('d1') || marks.has('gen')) return 'general'
  return goods.path[0] === '中成药' ? 'tcm' : 'chem'
}

const CLASSES: readonly [mark: string, drugClass: string, kind: string][] = [
  ['rx', 'rx', 'drug'],
  ['a', 'otc_a', 'drug'],
  ['b', 'otc_b', 'drug'],
  ['herb', 'herb', 'herb'],
  ['d1', 'device', 'device'],
  ['d2', 'device', 'device'],
  ['d3', 'device', 'device'],
  ['food', 'none', 'health'],
  ['gen', 'none', 'other'],
]

function classOf(goods: DemoGoods): { drug_class: string; kind: string } {
  const found = CLASSES.find(([mark]) => goods.marks.has(mark))
  if (!found) throw new Error(`${goods.name} has no class`)
  return { drug_class: found[1], kind: found[2] }
}

/** The device classification code of what hangs under a heading (GB practice: 07 monitoring, 14 injection and dressing …). */
const DEVICE_CODES: Readonly<Record<string, string>> = {
  检测: '07',
  防护: '14',
  耗材: '14',
  康复: '08',
  口腔与创口: '14',
  计生用品: '18',
  婴童用品: '14',
}

/** Numbers of the right form in ranges that were never given out: they start with 0000, or carry 示 for a province. */
function approvalOf(goods: DemoGoods, serial: number): string {
  const four = String(serial).padStart(4, '0')
  const scope = scopeOf(goods)
  if (scope === 'chem') return `国药准字H0000${four}`
  if (scope === 'tcm') return `国药准字Z0000${four}`
  if (scope === 'bio' || scope === 'peptide') return `国药准字S0000${four}`
  if (goods.marks.has('d1')) return `示械备2026${four}`
  if (isDevice(goods)) return `示械注准2026${goods.marks.has('d3') ? 3 : 2}${DEVICE_CODES[goods.path[1]] ?? '14'}${four}`
  if (scope === 'food' && !/茶|原浆|葡萄糖粉/.test(goods.name)) return `示食健备G2026${four}`
  if (goods.path[1] === '消毒液') return `示卫消证字(2026)第${four}号`
  return ''
}

/** EAN-13 of the range that shops use inside the house (200…): no real goods carries one. */
export function barcodeOf(serial: number): string {
  const digits = `200${String(610_000_000 + serial * 37)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** From the end of the name, the longer first. */
const FORMS: readonly [RegExp, string][] = [
  [/混悬滴剂|滴剂$/, '滴剂'],
  [/干混悬剂/, '干混悬剂'],
  [/混悬凝胶/, '混悬凝胶剂'],
  [/混悬液/, '口服混悬剂'],
  [/口服溶液|口服液|痰咳液|补脑液|鲜竹沥液|川贝液|阿胶浆/, '口服溶液剂'],
  [/注射液/, '注射剂'],
  [/滴眼液/, '滴眼剂'],
  [/滴耳液/, '滴耳剂'],
  [/鼻喷雾剂|鼻喷剂/, '鼻用喷雾剂'],
  [/吸入气雾剂/, '吸入气雾剂'],
  [/眼膏/, '眼膏剂'],
  [/软膏/, '软膏剂'],
  [/乳膏|乳胶剂/, '乳膏剂'],
  [/凝胶/, '凝胶剂'],
  [/洗剂/, '洗剂'],
  [/含漱液/, '含漱剂'],
  [/开塞露/, '灌肠剂'],
  [/滴丸/, '滴丸剂'],
  [/软胶囊/, '软胶囊剂'],
  [/胶囊/, '胶囊剂'],
  [/分散片/, '分散片'],
  [/咀嚼片/, '咀嚼片'],
  [/含片|喉片/, '含片'],
  [/缓释片|控释片/, '缓释片'],
  [/肠溶片/, '肠溶片'],
  [/阴道片|口颊片/, '片剂'],
  [/颗粒/, '颗粒剂'],
  [/糖浆/, '糖浆剂'],
  [/止痛膏|壮骨膏/, '贴膏剂'],
  [/枇杷膏|益母草膏/, '煎膏剂'],
  [/丸/, '丸剂'],
  [/散/, '散剂'],
  [/正气水/, '酊剂'],
  [/酊|正骨水/, '酊剂'],
  [/油$/, '油剂'],
  [/^阿胶$/, '胶剂'],
  [/片/, '片剂'],
]

export function formOf(goods: DemoGoods): string {
  if (goods.marks.has('herb')) return '饮片'
  if (isDevice(goods) || goods.marks.has('gen')) return ''
  return FORMS.find(([pattern]) => pattern.test(goods.name))?.[1] ?? ''
}

const readCharacters = createReader((character) => pinyin(character, { toneType: 'none', v: true }))

/** Initials as an ERP keeps them: 阿莫西林胶囊 is AMXLJN. */
export const mnemonicOf = (name: string): string =>
  readCharacters(name)
    .map((reading, at) => reading?.syllable.charAt(0) ?? name.charAt(at))
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, 20)

/** A pharmacy's usual margin, to a price that is written on a shelf. */
function retailOf(goods: DemoGoods, code: string): number {
  const margin = goods.marks.has('rx') ? 128 : goods.marks.has('herb') ? 155 : 142
  const raw = (goods.basePrice * (margin + spread(code, 18))) / 100
  return raw < 2000 ? Math.ceil(raw / 50) * 50 : Math.ceil(raw / 100) * 100 - 10
}

const DAY_MS = 86_400_000
const SHELF_MONTHS = [24, 36, 24, 18]

const tagsOf = (goods: DemoGoods): string[] => [...(goods.flags.has('youx') ? ['优'] : []), ...(goods.flags.has('new') ? ['新'] : [])]

export interface GoodsRow extends Insertable<Goods> {
  code: string
  base_price: number | null
}

/** By which rule goods are sold (demo/availability.ts); null: to everybody. */
export function ruleKeyOf({ flags }: DemoGoods): string | null {
  if (flags.has('ctrl')) return `ctrl${flags.get('ctrl') ?? ''}`
  return flags.has('region') ? `region${flags.get('region') ?? ''}` : null
}

export function goodsRows(goods: readonly DemoGoods[], makers: ReadonlyMap<string, number>, now: Date): GoodsRow[] {
  const codes = codesOf(goods)
  const serials = new Map<string, number>()
  return goods.map((one, at) => {
    const code = codes[at] ?? ''
    const kind = approvalOf(one, 0)
    const serial = (serials.get(kind) ?? 1000) + 1
    serials.set(kind, serial)
    const { flags, marks } = one
    const makerId = makers.get(one.maker)
    const maker = MAKERS.find((known) => known.key === one.maker)
    if (makerId === undefined || maker === undefined) throw new Error(`${one.name} names an unknown maker ${one.maker}`)
    const isNew = flags.has('new')
    const isHot = flags.has('hot')
    const own = {
      code,
      name: one.name,
      generic_name: one.name.replace(/\(.*\)/, ''),
      manufacturer_id: makerId,
      holder: marks.has('rx') || marks.has('a') || marks.has('b') ? maker.name : '',
      origin: flags.get('origin') ?? '',
      spec: one.spec,
      unit: one.unit,
      mid_pack: one.midPack,
      case_pack: one.casePack,
      splittable: one.splittable,
      dosage_form: formOf(one),
      approval_no: approvalOf(one, serial),
      barcode: marks.has('herb') || spread(`${code}barcode`, 12) === 0 ? '' : barcodeOf(at + 1),
      ...classOf(one),
      storage: storageOf(one),
      category_said: one.path.join('/'),
      cold_chain_said: marks.has('cold') || null,
      shelf_life_months: SHELF_MONTHS[spread(`${code}life`, SHELF_MONTHS.length)] ?? 24,
      scope_code: scopeOf(one),
      is_selected: flags.has('youx'),
      insurance_class: marks.has('甲') ? '甲' : marks.has('乙') ? '乙' : '',
      base_price: flags.has('noprice') ? null : one.basePrice,
      retail_price: retailOf(one, code),
      purchase_limit: flags.has('limit') ? Number(flags.get('limit')) : null,
      ladder_type: flags.has('firsts') ? 1 : 0,
      free_shipping_from: flags.has('youx') ? one.midPack * 2 : null,
      on_shelf: !flags.has('off'),
      off_shelf_reason: flags.get('off') ?? '',
      mnemonic: mnemonicOf(one.name),
      tags: tagsOf(one),
      instructions: JSON.stringify(instructionsOf(one)),
      sales_30d: isHot ? 1200 + spread(`${code}sales`, 4800) : spread(`${code}sales`, 900),
      listed_at: new Date(now.getTime() - (isNew ? 3 + spread(code, 12) : 90 + spread(`${code}listed`, 900)) * DAY_MS),
      updated_at: now,
    }
    return { ...own, ...judgedColumns(own, maker.name, now) }
  })
}

/** The demo shop sells by the stop list like any other: what it would hold off its shelf is none of the demo's goods (demo.test.ts). */
function judgedColumns(
  goods: Omit<KeptEvidence, 'category' | 'manufacturer' | 'special_mark' | 'trade_name'> & {
    category_said: string
    cold_chain_said: boolean | null
  },
  manufacturer: string,
  now: Date,
): Omit<JudgedGoods, 'shelf_reason'> {
  const evidence = { ...goods, trade_name: '', category: goods.category_said, special_mark: '', manufacturer }
  const { shelf_reason: _reason, ...columns } = judgeGoods(evidence, null, goods.cold_chain_said, beijingDate(now))
  return columns
}
