import { expect, it } from 'vitest'
import { fen } from '#domain/money.ts'
import { drawnAs } from '../../../../test/drawn.ts'
import { hasPoppler, pdfFontsEmbedded, pdfPages, pdfText } from '../../../../test/poppler.ts'
import type { DrawingFrame } from '../../papers/documents/public.ts'
import { sheetsOf } from './delivery-form.ts'
import { storageWord } from './note-text.ts'
import { shipmentDrawings } from './papers.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

const SUPPLIER = {
  name: '安衡医药有限公司',
  licence: '黔AA8510001',
  taxNo: '91520100MA00000000',
  address: '贵州省贵阳市示例大道 1 号',
  phone: '0851-00000000',
  bank: '示例银行',
  account: '0000',
}
const FRAME: DrawingFrame = {
  no: 'SH20261122000001',
  version: 1,
  replacesNo: '',
  change: '',
  day: '2026-11-22',
  supplier: SUPPLIER,
  askedBy: '王捷',
}

const lineOf = (at: number, more: Partial<NoteLine> = {}): NoteLine => ({
  name: `测试胶囊${at}`,
  genericName: `测试胶囊${at}`,
  dosageForm: '胶囊剂',
  spec: `0.${at}g*24粒`,
  unit: '盒',
  manufacturer: `示例${at}制药厂`,
  holder: '',
  origin: '',
  approvalNo: `国药准字H2026${String(at).padStart(4, '0')}`,
  storage: '密封，在阴凉处保存',
  coldChain: false,
  isGift: false,
  batchNo: `PH${String(at).padStart(5, '0')}`,
  productionDate: '2026-01-01',
  expiryDate: '2028-12-31',
  number: at,
  unitPrice: fen(1050),
  amount: fen(1050 * at),
  ...more,
})

const noteOf = (lines: NoteLine[]): ShipmentSnapshot => ({
  cartons: [],
  supplier: SUPPLIER,
  orderNo: '20261122000077',
  orderedOn: '2026-11-21',
  shippedOn: '2026-11-22',
  shippedAt: '2026-11-22 10:30',
  buyer: {
    name: '溪桥大药房（云岩店）',
    code: 'KH0001',
    creditCode: '91520103MA6DAAAAAA',
    licence: '黔DA85100077',
    address: '贵州省贵阳市云岩区',
  },
  receiver: { name: '陈䶮', phone: '13900000001', address: '贵州省贵阳市云岩区示例路 18 号' },
  warehouse: '贵阳仓',
  carrier: '自营配送',
  waybill: 'ZY20261122000077',
  packages: 3,
  pickedBy: '王捷',
  checkedBy: '李复',
  remark: '周末可收货',
  coldChain: false,
  ephedrine: false,
  transport: '',
  boxNo: '',
  recorderNo: '',
  startCelsius: null,
  goodsAmount: fen(lines.reduce((sum, line) => sum + line.amount, 0)),
  reductionAmount: fen(500),
  shippingAmount: fen(800),
  lines,
})

const listOf = (count: number) => Array.from({ length: count }, (_, at) => lineOf(at + 1))
const squeeze = (text: string) => text.replace(/\s+/g, '')
/** What stands in a page's cells may be set in two lines: looked for letter by letter over the columns is not possible, so short texts are. */
const rowFacts = (line: NoteLine) => [
  line.genericName,
  line.spec,
  line.manufacturer,
  line.approvalNo,
  line.batchNo,
  line.expiryDate,
  `${line.number}`,
]
const HEAD = [
  SUPPLIER.name,
  '溪桥大药房',
  '陈䶮',
  '示例路18号',
  '2026-11-2210:30',
  '20261122000077',
  '黔AA8510001',
  'KH0001',
  '王捷',
  '李复',
  '周末可收货',
  '大写',
]

it('入库要凭的储存条件缩成一个词：冷藏、冷冻、阴凉、常温', () => {
  for (const [text, word] of [
    ['2～8℃避光保存', '冷藏'],
    ['冷处（2-10℃）', '冷藏'],
    ['密封，在阴凉处（不超过20℃）保存', '阴凉'],
    ['遮光，密封保存', '常温'],
    ['冷冻保存', '冷冻'],
    ['冷藏（2~8℃）保存，避光，不得冷冻；启封后室温可保存的时间见说明书。', '冷藏'],
    ['2～8℃避光保存和运输，禁止冷冻', '冷藏'],
    ['不得冷藏或冷冻，25℃以下保存', '常温'],
    ['密封，在阴凉处保存；启封后冷藏', '阴凉'],
    ['0～5℃保存', '冷藏'],
    ['2°C-8°C', '冷藏'],
    ['2℃－8℃', '冷藏'],
    ['－20℃以下保存', '冷冻'],
    ['-25~-15℃', '冷冻'],
    ['零下15℃保存', '冷冻'],
    ['10～20℃保存', '阴凉'],
    ['不超过 20 ℃', '阴凉'],
    ['常温（10～30℃）', '常温'],
    ['密封，在25℃以下保存', '常温'],
    ['', ''],
  ])
    expect(storageWord({ storage: text ?? '', coldChain: false }), text).toBe(word)
  expect(storageWord({ storage: '避光', coldChain: true })).toBe('冷藏')
})

it.skipIf(!hasPoppler)(
  '含麻回执单逐批列出品名、批准文号、批号、效期和发货数量，购货单位与许可齐全，有盖章处',
  async () => {
    const lines = listOf(3)
    const text = squeeze(pdfText(await drawnAs('receipt_form', shipmentDrawings.receipt_form(noteOf(lines), FRAME), FRAME)))
    for (const fact of [
      SUPPLIER.name,
      '溪桥大药房',
      '黔AA8510001',
      '示例路18号',
      '2026-11-22',
      '20261122000077',
      '购货单位公章',
      '实收数量',
    ])
      expect(text, fact).toContain(fact)
    for (const line of lines) for (const fact of rowFacts(line)) expect(text, fact).toContain(squeeze(fact))
  },
  300_000,
)

it.skipIf(!hasPoppler)(
  '含麻回执单加盖出库专用章后，寻常的五个批号仍是一页；再多就续页，章和签字处在一起',
  async () => {
    const drawn = (count: number) => {
      const receipt = shipmentDrawings.receipt_form(noteOf(listOf(count)), FRAME)
      return drawnAs('receipt_form', receipt, FRAME)
    }
    const one = await drawn(5)
    expect(pdfPages(one).pages).toBe(1)
    const signed = (text: string) => squeeze(text).includes('购货单位公章') && squeeze(text).includes('2026年11月22日')
    expect(signed(pdfText(one))).toBe(true)
    const many = await drawn(20)
    const sheets = pdfText(many).split('\f').slice(0, pdfPages(many).pages)
    expect(sheets.filter(signed)).toHaveLength(1)
    expect(signed(sheets.at(-1) ?? '')).toBe(true)
  },
  300_000,
)

it('三联单每张至多八行，名称长的张数自动增加，一行不少', () => {
  const lines = listOf(30).map((line, at) =>
    at % 3 === 0 ? { ...line, manufacturer: '名称特别特别特别特别特别特别特别长的示例生物制药股份有限公司' } : line,
  )
  const sheets = sheetsOf(noteOf(lines), FRAME.no)
  expect(Math.max(...sheets.map((sheet) => sheet.length))).toBeLessThanOrEqual(8)
  expect(sheets.flat().map(({ line }) => line.batchNo)).toEqual(lines.map((line) => line.batchNo))
})

it.skipIf(!hasPoppler)(
  '随货同行单：第 73 条的每一项、每一行都在；300 行跨页，页页有表头、印章和页码，字体全部嵌入',
  async () => {
    const note = noteOf(listOf(300))
    const bytes = await drawnAs('delivery_note', shipmentDrawings.delivery_note(note, FRAME), FRAME)
    const { pages, width, height } = pdfPages(bytes)
    expect([Math.round(width), Math.round(height)]).toEqual([842, 595])
    expect(pages).toBeGreaterThan(5)
    const text = pdfText(bytes)
    for (const fact of HEAD) expect(squeeze(text).includes(fact), fact).toBe(true)
    for (const line of note.lines)
      for (const fact of rowFacts(line)) expect(squeeze(text).includes(squeeze(fact)), `${line.batchNo} ${fact}`).toBe(true)
    const sheets = text.split('\f').slice(0, pages)
    sheets.forEach((sheet, at) => {
      expect(squeeze(sheet)).toContain('批准文号')
      expect(squeeze(sheet)).toContain(`第${at + 1}页共${pages}页`)
      expect(squeeze(sheet)).toContain('收货人签字')
    })
    expect(pdfFontsEmbedded(bytes).every(Boolean)).toBe(true)
  },
  300_000,
)

it.skipIf(!hasPoppler)(
  '三联单：纸张正好 241 × 140 毫米，一张纸不多不少，累计到末张就是全单金额',
  async () => {
    const note = noteOf(listOf(20))
    const bytes = await drawnAs('delivery_form', shipmentDrawings.delivery_form(note, FRAME), FRAME)
    const { pages, width, height } = pdfPages(bytes)
    const mm = (points: number) => Math.round((points / 72) * 25.4)
    expect([mm(width), mm(height)]).toEqual([241, 140])
    expect(pages).toBe(3)
    const sheets = pdfText(bytes).split('\f')
    expect(squeeze(sheets[2] ?? '').includes('本张/累计74/210777.00/2205.00')).toBe(true)
    for (const fact of HEAD) expect(squeeze(sheets[0] ?? '').includes(fact), fact).toBe(true)
    const text = squeeze(sheets.join(''))
    for (const line of note.lines)
      for (const fact of rowFacts(line)) expect(text.includes(squeeze(fact)), `${line.batchNo} ${fact}`).toBe(true)
  },
  300_000,
)

it.skipIf(!hasPoppler)(
  '三联单遇到长名称也不会多出没有表头的纸',
  async () => {
    const long = {
      manufacturer: '名称特别特别特别特别长的示例生物制药股份有限公司',
      name: '复方测试口服溶液（无糖型）',
      genericName: '复方测试口服溶液',
    }
    const note = noteOf(listOf(24).map((line) => ({ ...line, ...long })))
    const bytes = await drawnAs('delivery_form', shipmentDrawings.delivery_form(note, FRAME), FRAME)
    expect(pdfPages(bytes).pages).toBe(sheetsOf(note, FRAME.no).length)
  },
  300_000,
)

it.skipIf(!hasPoppler)(
  '冷链交接单：启运、到货、最高最低温度和曲线；超温写明应当拒收',
  async () => {
    const cold = {
      ...noteOf([lineOf(1), lineOf(2, { coldChain: true, storage: '2～8℃' })]),
      coldChain: true,
      transport: '冷藏车',
      boxNo: 'LX-08',
      recorderNo: 'JL-0031',
      startCelsius: 4.2,
    }
    const sent = squeeze(pdfText(await drawnAs('cold_chain', shipmentDrawings.cold_chain({ ...cold, way: null }, FRAME), FRAME)))
    for (const fact of ['冷藏车', 'LX-08', 'JL-0031', '4.2℃', '2026-11-2210:30', 'PH00002']) expect(sent, fact).toContain(fact)
    expect(sent).not.toContain('PH00001')
    const temperatures = [4.2, 5.1, 9.4, 6].map((celsius, at) => ({ at: `2026-11-22 1${at}:00`, celsius }))
    const arrived = squeeze(
      pdfText(
        await drawnAs(
          'cold_chain',
          shipmentDrawings.cold_chain({ ...cold, way: { deliveredAt: '2026-11-22 14:00', temperatures } }, FRAME),
          FRAME,
        ),
      ),
    )
    for (const fact of ['最高温度：9.4℃', '最低温度：4.2℃', '到货温度：6℃', '2026-11-2214:00', '应当拒收'])
      expect(arrived, fact).toContain(fact)
  },
  300_000,
)

it.skipIf(!hasPoppler)(
  '销售出库单写明拣货员、复核员和质量状况',
  async () => {
    const note = noteOf(listOf(3))
    const text = squeeze(pdfText(await drawnAs('outbound', shipmentDrawings.outbound(note, FRAME), FRAME)))
    for (const fact of ['拣货员：王捷', '复核员：李复', '合格', 'PH00003', '2028-12-31']) expect(text, fact).toContain(fact)
  },
  300_000,
)
