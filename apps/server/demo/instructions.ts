import type { DemoGoods } from './goods-text.ts'

export interface Section {
  title: string
  text: string
}

const has = (goods: DemoGoods, ...marks: readonly string[]) => marks.some((mark) => goods.marks.has(mark))

function titles(goods: DemoGoods): { use: string; how: string } {
  if (has(goods, 'd1', 'd2', 'd3')) return { use: '适用范围', how: '使用方法' }
  if (has(goods, 'food')) return { use: '功效与适宜人群', how: '食用方法' }
  if (has(goods, 'gen')) return { use: '产品用途', how: '使用方法' }
  if (has(goods, 'herb') || goods.path[0] === '中成药') return { use: '功能主治', how: '用法用量' }
  return { use: '适应症', how: '用法用量' }
}

export function storageOf(goods: DemoGoods): string {
  if (goods.storage) return goods.storage
  if (has(goods, 'cold')) return '2~8℃避光保存。'
  if (has(goods, 'herb')) return '置阴凉干燥处，防潮，防蛀。'
  if (has(goods, 'd1', 'd2', 'd3')) return '置常温、干燥、通风处，避免阳光直射。'
  if (has(goods, 'food', 'gen')) return '密封，置阴凉干燥处。'
  if (/滴眼液|滴耳液|糖浆|口服液|软胶囊|软膏|乳膏|凝胶|栓|眼膏/.test(goods.name)) return '密封，在阴凉处（不超过20℃）保存。'
  return '遮光，密封，在干燥处保存。'
}

/** A package leaflet in short. What is written for the name comes first; the rest is what holds for the whole class. */
export function instructionsOf(goods: DemoGoods): Section[] {
  const { use, how } = titles(goods)
  const isDrug = goods.path[0] === '西药' || goods.path[0] === '中成药'
  const dosage = goods.dosage || (has(goods, 'rx') ? '遵医嘱，按说明书使用。' : '按说明书使用，或在药师指导下使用。')
  const adverse =
    goods.adverse || (isDrug ? (goods.path[0] === '中成药' ? '尚不明确。' : '详见随货说明书；出现不适请停药并咨询医师或药师。') : '')
  const taboo = goods.taboo || (isDrug ? '对本品及所含成分过敏者禁用。' : '')
  const law = has(goods, 'rx')
    ? '处方药须凭处方在药师指导下购买和使用。'
    : has(goods, 'a', 'b')
      ? '请按药品说明书使用或在药师指导下购买和使用。过敏体质者慎用；将本品放在儿童不能接触的地方。'
      : ''
  const sections = [
    { title: use, text: goods.indication },
    { title: how, text: dosage },
    { title: '不良反应', text: adverse },
    { title: '禁忌', text: taboo },
    { title: '注意事项', text: goods.notice + law },
    { title: '贮藏', text: storageOf(goods) },
  ]
  return sections.filter((section) => section.text !== '')
}
