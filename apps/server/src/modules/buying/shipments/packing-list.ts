import { CARTON_KINDS } from '#domain/cartons.ts'
import type { Column, Drawing, DrawingFrame } from '../../papers/documents/public.ts'
import type { ShipmentSnapshot } from './snapshot.ts'

const COLUMNS: readonly Column[] = [
  { title: '箱', share: 4, align: 'center' },
  { title: '箱型、编号、运单', share: 13 },
  { title: '商品', share: 17 },
  { title: '规格', share: 11 },
  { title: '生产企业', share: 15 },
  { title: '批号', share: 10 },
  { title: '有效期至', share: 8, align: 'center' },
  { title: '单位', share: 4, align: 'center' },
  { title: '数量', share: 6, align: 'right' },
  { title: '本箱合计', share: 7, align: 'right' },
]

type Carton = ShipmentSnapshot['cartons'][number]
const aboutOf = ({ kind, boxNo, waybill, weightGrams, celsius }: Carton): string =>
  [
    CARTON_KINDS[kind],
    boxNo,
    waybill && `运单 ${waybill}`,
    weightGrams === null ? '' : `${weightGrams / 1000}kg`,
    celsius === null ? '' : `${celsius}℃`,
  ]
    .filter(Boolean)
    .join(' ')

const sum = (goods: Carton['goods']): number => goods.reduce((all, { number }) => all + number, 0)

/** What is said of a carton stands at its first line alone. */
const rowsOf = (carton: Carton, at: number): string[][] =>
  carton.goods.map((one, line) => [
    line === 0 ? String(at + 1) : '',
    line === 0 ? aboutOf(carton) : '',
    one.name,
    one.spec,
    one.manufacturer,
    one.batchNo,
    one.expiryDate,
    one.unit,
    String(one.number),
    line === 0 ? String(sum(carton.goods)) : '',
  ])

/** 装箱单: whoever opens a carton sees what belongs into it, and in which one a batch lies. No price. */
export function packingList(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  const { cartons } = note
  return {
    options: { landscape: true, strip: [`复核：${note.checkedBy || '—'}　收货人签字：______________　收货日期：____年__月__日`] },
    write: (paper) => {
      paper.heading(`${note.supplier.name}　装箱单`, `单号 ${frame.no}　${frame.change && `更正：${frame.change}`}`)
      paper.facts(
        [
          ['购货单位', `${note.buyer.name}${note.buyer.code && `（${note.buyer.code}）`}`],
          ['订单编号', note.orderNo],
          ['出库时间', note.shippedAt],
          ['收货地址', note.receiver.address],
          ['承运单位', `${note.carrier} ${note.waybill}`],
          ['箱数', `${cartons.length} 箱`],
        ],
        3,
      )
      const all = cartons.reduce((total, { goods }) => total + sum(goods), 0)
      paper.table(COLUMNS, cartons.flatMap(rowsOf), [['', `合计 ${cartons.length} 箱`, '', '', '', '', '', '', String(all), String(all)]])
    },
  }
}
