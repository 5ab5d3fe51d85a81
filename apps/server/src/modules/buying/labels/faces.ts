import { CARTON_KINDS } from '#domain/cartons.ts'
import { batchCode, cartonCode, placeCode } from '#domain/labels.ts'
import { hidePhone } from '#domain/masking.ts'
import { printed } from '#domain/paper-text.ts'
import type { Label } from '../../papers/documents/public.ts'
import { numberIn, rangesOf, rangeWords } from '../shipments/public.ts'
import type { LabelBatch, LabelGoods, LabelOrder } from './views.ts'

/** What stands on each kind of label. No price, nothing of what makes a carton worth stealing. */

export interface Sender {
  name: string
  phone: string
}

const plain = (label: Label): Label => ({
  ...label,
  mark: printed(label.mark),
  caption: printed(label.caption),
  tags: label.tags.map(printed),
  title: printed(label.title),
  lines: label.lines.filter((line) => line !== '').map(printed),
  list: label.list.map(printed),
  foot: printed(label.foot),
})

/** 冷链 2–8 ℃ */
const coldTag = (goods: readonly { coldChain: boolean; storage: string }[]): string[] =>
  goods.some(({ coldChain }) => coldChain) ? [`冷链 ${rangeWords(rangesOf(goods))}`] : []
const againTag = (again: number): string[] => (again > 0 ? [`补打 ${again}`] : [])
const senderLine = ({ name, phone }: Sender): string => [`发货：${name}`, phone].filter(Boolean).join('　')
const wayLine = ({ carrier, waybill }: Pick<LabelOrder, 'carrier' | 'waybill'>): string =>
  [carrier && `承运 ${carrier}`, waybill && `运单 ${waybill}`].filter(Boolean).join('　')

const batchNumbers = (pieces: LabelOrder['pieces']): number => new Set(pieces.map(({ name, batchNo }) => `${name} ${batchNo}`)).size

/** 本箱 2 行 60 件　箱号 L-07　3.2 kg */
const ownLine = (carton: LabelOrder['cartons'][number]): string =>
  [
    `本箱 ${carton.goods.length} 行 ${numberIn(carton)} 件`,
    carton.boxNo && `箱号 ${carton.boxNo}`,
    carton.weightGrams === null ? '' : `${carton.weightGrams / 1000} kg`,
  ]
    .filter(Boolean)
    .join('　')

/** Strangers handle cartons on the way: the phone is hidden in its middle. */
export function cartonLabel(order: LabelOrder, carton: number, of: number, again: number, sender: Sender): Label {
  const { receiver, pieces } = order
  const phone = receiver.phone && hidePhone(receiver.phone)
  const all = pieces.reduce((sum, { number }) => sum + number, 0)
  const own = order.cartons[carton - 1]
  const within = own?.goods ?? pieces
  return plain({
    head: `箱签　${order.warehouse}`,
    mark: `${carton}/${of}`,
    tags: [...(own ? [CARTON_KINDS[own.kind]] : []), ...coldTag(within), ...againTag(again)],
    title: order.company,
    lines: [
      `收货：${[receiver.name, phone].filter(Boolean).join(' ')}`,
      receiver.address,
      wayLine(own?.waybill ? { ...order, waybill: own.waybill } : order),
      ...(own ? [ownLine(own)] : []),
      `全单 ${pieces.length} 行 ${batchNumbers(pieces)} 个批号 ${all} 件，共 ${of} 箱`,
    ],
    list: within.map(({ name, spec, batchNo, number, unit }) => `${number}${unit}　批号 ${batchNo}　${name} ${spec}`),
    code: cartonCode(order.no, carton, of),
    caption: `${order.no}　第 ${carton} 箱 / 共 ${of} 箱`,
    foot: senderLine(sender),
  })
}

/** Whoever delivers has to call: the phone in full. */
export function addressLabel(order: LabelOrder, again: number, sender: Sender): Label {
  const { receiver } = order
  return plain({
    head: '收货地址',
    mark: '',
    tags: [...coldTag(order.pieces), ...againTag(again)],
    title: order.company,
    lines: [receiver.address, `${receiver.name}　${receiver.phone}`, wayLine(order)],
    list: [],
    code: order.no,
    caption: order.no,
    foot: senderLine(sender),
  })
}

const storageTag = ({ coldChain, storage }: Pick<LabelGoods, 'coldChain' | 'storage'>): string[] => (coldChain ? [storage || '冷链'] : [])

export function batchLabel(batch: LabelBatch): Label {
  return plain({
    head: `批号签　${batch.warehouse}`,
    mark: batch.place,
    tags: [...storageTag(batch), ...(batch.isLocked ? ['质量锁定'] : [])],
    title: `${batch.name} ${batch.spec}`,
    lines: [
      `批号 ${batch.batchNo}`,
      `有效期至 ${batch.expiryDate}${batch.productionDate ? `　生产 ${batch.productionDate}` : ''}`,
      batch.maker,
      [batch.approvalNo, batch.storage].filter(Boolean).join('　'),
    ],
    list: [],
    code: batchCode(batch.id),
    caption: `${batch.code}　${batch.batchNo}`,
    foot: '',
  })
}

/** Its own bar code where it has one: the scan of a box and of the shelf find the same. */
export function goodsLabel(goods: LabelGoods, warehouse: string): Label {
  return plain({
    head: `货架签　${warehouse}`,
    mark: goods.place,
    tags: storageTag(goods),
    title: `${goods.name} ${goods.spec}`,
    lines: [goods.maker, [goods.approvalNo, goods.unit && `单位 ${goods.unit}`].filter(Boolean).join('　'), goods.storage],
    list: [],
    code: goods.barcode || goods.code,
    caption: goods.barcode ? `${goods.barcode}　${goods.code}` : goods.code,
    foot: '',
  })
}

export function placeLabel(warehouseId: number, warehouse: string, place: string): Label {
  return plain({
    head: '货位',
    mark: '',
    tags: [],
    title: place,
    isHuge: true,
    lines: [],
    list: [],
    code: placeCode(warehouseId, place),
    caption: `${warehouse}　${place}`,
    foot: '',
  })
}
