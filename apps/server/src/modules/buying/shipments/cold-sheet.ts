import { beijingMinute } from '#domain/dates.ts'
import type { Column, Drawing, DrawingFrame } from '../../papers/documents/public.ts'
import { isWithin, rangesOf, rangeWords } from './cold-range.ts'
import { makerOf, nameOf } from './note-text.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

/** The goods that need it; the record of the way is there once they have arrived. */
export interface ColdSnapshot extends ShipmentSnapshot {
  way: { deliveredAt: string; temperatures: { at: string; celsius: number }[] } | null
}

const COLUMNS: readonly Column[] = [
  { title: '通用名称', share: 12 },
  { title: '剂型', share: 5 },
  { title: '规格', share: 9 },
  { title: '生产企业', share: 15 },
  { title: '批号', share: 9 },
  { title: '有效期至', share: 8, align: 'center' },
  { title: '数量', share: 6, align: 'right' },
  { title: '储存条件', share: 12 },
]
const rowOf = (line: NoteLine): string[] => [
  nameOf(line),
  line.dosageForm,
  line.spec,
  makerOf(line),
  line.batchNo,
  line.expiryDate,
  `${line.number} ${line.unit}`,
  line.storage,
]

const degrees = (value: number | null): string => (value === null ? '' : `${value} ℃`)

/** 冷链运输交接单: how they went, how warm it was, who took them (药品经营质量管理规范 art. 74). Again with the curve once they have arrived. */
export function coldSheet(note: ColdSnapshot, frame: DrawingFrame): Drawing {
  const { way } = note
  const measured = way?.temperatures.map((one) => one.celsius) ?? []
  const ranges = rangesOf(note.lines)
  const range = rangeWords(ranges)
  const isOutside = measured.some((celsius) => !isWithin(celsius, ranges))
  const last = way?.temperatures.at(-1)
  return {
    write: (paper) => {
      paper.heading(`${note.supplier.name}　冷链药品运输交接单`, `单号 ${frame.no}　订单 ${note.orderNo}　${frame.change}`)
      paper.facts([
        ['供货单位', note.supplier.name],
        ['收货单位', note.buyer.name],
        ['收货地址', note.receiver.address],
        ['收货人', `${note.receiver.name} ${note.receiver.phone}`],
        ['运输方式', note.transport],
        ['承运单位', `${note.carrier} ${note.waybill}`],
        ['保温箱/车辆编号', note.boxNo],
        ['温度记录仪编号', note.recorderNo],
        ['启运时间', note.shippedAt],
        ['启运温度', degrees(note.startCelsius)],
        ['到货时间', way?.deliveredAt ?? ''],
        ['到货温度', degrees(last?.celsius ?? null)],
        ['最高温度', measured.length > 0 ? degrees(Math.max(...measured)) : ''],
        ['最低温度', measured.length > 0 ? degrees(Math.min(...measured)) : ''],
      ])
      paper.table(COLUMNS, note.lines.filter((line) => line.coldChain).map(rowOf))
      paper.section(`运输途中温度（要求 ${range}）`)
      if (way === null) paper.paragraph('温度记录随货交付，到货后由系统补制带曲线的新版交接单。')
      else if (way.temperatures.length === 0) paper.paragraph('承运单位未回传温度数据，请查验随货记录仪。', { bold: true })
      else {
        paper.curve({
          unit: '℃',
          ranges: ranges.map(({ lowest, highest }) => ({ lowest: lowest ?? Math.min(highest, ...measured), highest })),
          points: way.temperatures.map(({ at, celsius }) => ({ at: at.slice(5), value: celsius })),
        })
        const verdict = isOutside
          ? '途中有超出范围的温度，收货方应当拒收并通知供货单位。'
          : `全程 ${measured.length} 个读数均在 ${range} 之内。`
        paper.paragraph(verdict, { bold: isOutside })
      }
      paper.blanks(['到货时温度', '收货人签字', '收货时间'])
    },
  }
}

export const wayOf = (deliveredAt: Date, temperatures: readonly { at: string; celsius: number }[]): NonNullable<ColdSnapshot['way']> => ({
  deliveredAt: beijingMinute(deliveredAt),
  temperatures: temperatures.map(({ at, celsius }) => ({ at: beijingMinute(new Date(at)), celsius })),
})
