import type { BodyOf } from '#contract/call.ts'
import type { FrontBlockWire, staffPageSave } from '#contract/front.ts'
import { linkProblem } from '#domain/front-links.ts'
import { hiddenIn } from '#domain/paper-text.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { imageProblem } from '../content/public.ts'
import { readBlocks } from './blocks.ts'
import type { PageTexts } from './page-desk-store.ts'

/** What a composed page may consist of: blocks of texts, pictures and goods. Pages draw texts as texts, so there is no HTML in them. */

export const GOODS_SOURCES = ['codes', 'ids', 'category', 'zone', 'manufacturer', 'promotion'] as const
export const PAGE_CODE = /^[a-z][a-z0-9-]{1,39}$/

const line = (text: string): string => text.trim().replace(/\s+/g, ' ')
const text = (long: string): string => long.replace(/\r\n?/g, '\n').trim()
const momentOf = (said: string): Date | null => (said === '' ? null : new Date(said))

/** Without what is empty: a list of blocks is read by people too. */
function tidiedBlock(block: FrontBlockWire): FrontBlockWire {
  const tidied = {
    ...block,
    title: line(block.title ?? ''),
    text: text(block.text ?? ''),
    url: (block.url ?? '').trim(),
    codes: block.codes?.map((code) => code.trim()).filter(Boolean),
  }
  const isSaid = ([, value]: [string, unknown]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(tidied).filter(isSaid)) as FrontBlockWire
}

export const tidiedTexts = (typed: Omit<BodyOf<typeof staffPageSave>, 'id' | 'kind' | 'code' | 'version'>): PageTexts => ({
  name: line(typed.name),
  intro: line(typed.intro),
  image: typed.image,
  accent: typed.accent,
  startsAt: momentOf(typed.starts_at),
  endsAt: momentOf(typed.ends_at),
  blocks: typed.blocks.map(tidiedBlock),
})

/** The first thing that is wrong with a block, and where. */
function blockProblem(block: FrontBlockWire): [field: string, message: string] | null {
  const hidden = hiddenIn(`${block.title ?? ''}${(block.text ?? '').replaceAll('\n', '')}`)
  if (hidden !== null) return ['text', hidden]
  const link = linkProblem(block.url ?? '', true)
  if (link !== null) return ['url', link]
  const image = imageProblem(block.image ?? '')
  if (image !== null) return ['image', image]
  if (block.type === 'banner' && !block.image && !block.title) return ['image', '横幅要有图片或标题']
  if (block.type === 'text' && !block.text && !block.title) return ['text', '请填写文字']
  if (block.type === 'goods' && GOODS_SOURCES.filter((source) => block[source] !== undefined).length !== 1)
    return ['codes', '请选择显示哪些商品']
  if (block.type === 'coupons' && (block.ids === undefined) === (block.zone === undefined)) return ['ids', '请选择优惠券']
  if (block.type === 'promotion' && block.ids === undefined) return ['ids', '请选择活动']
  const [fault] = readBlocks([block]).faults
  return fault ? ['type', '这一块的内容不能用'] : null
}

/** Of tidied ones, each at its field. */
export function pageProblems({ name, intro, image, startsAt, endsAt, blocks }: PageTexts): FieldError[] {
  const errors: FieldError[] = []
  const say = (field: string, message: string | null) => {
    if (message !== null) errors.push({ field, message })
  }
  say('name', name === '' ? '请填写名称' : hiddenIn(name))
  say('intro', hiddenIn(intro))
  say('image', imageProblem(image))
  if ([startsAt, endsAt].some((at) => at !== null && Number.isNaN(at.getTime()))) say('ends_at', '没有这样的时间')
  else if (startsAt !== null && endsAt !== null && startsAt >= endsAt) say('ends_at', '结束时间要晚于开始时间')
  for (const [at, block] of blocks.entries()) {
    const problem = blockProblem(block)
    if (problem !== null) say(`blocks[${at}].${problem[0]}`, `第 ${at + 1} 块：${problem[1]}`)
  }
  return errors
}
