import type { NewChatMessageWire } from '#contract/chat.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type Catalogue, listedCards } from '../../goods/catalogue/public.ts'
import type { CardJson, MessageRow } from './store.ts'
import { readOrderFacts } from './views.ts'

/** What a message says, before it is one. */
export interface Content {
  kind: MessageRow['kind']
  text: string
  card: CardJson | null
  fileId: number | null
}

/** The line that stands for a message in lists and notices. */
export const lineOf = ({ kind, text, card }: Pick<Content, 'kind' | 'text' | 'card'>): string => {
  if (kind === 'picture') return '[图片]'
  if (kind === 'order') return `[订单] ${card?.title ?? ''}`
  if (kind === 'goods') return `[商品] ${card?.title ?? ''}`
  return text
}

// Signs that show nothing, and those that turn the direction of what follows, would let a message look like another one.
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Text as it is kept: line breaks stay, other signs that cannot be seen do not. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (sign) => (sign === '\n' ? sign : ''))
    .trim()

type Parts = Pick<NewChatMessageWire, 'text' | 'file_id' | 'order_id' | 'goods_id'>

/** Text or a picture. */
function plainContent(parts: Parts): Content {
  const given = [parts.text, parts.file_id].filter((part) => part !== undefined)
  if (given.length !== 1)
    throw fieldErrors([{ field: 'text', message: given.length === 0 ? '请输入要发送的内容' : '一次只能发送一项内容' }])
  if (parts.file_id !== undefined) return { kind: 'picture', text: '', card: null, fileId: parts.file_id }
  const text = cleanText(parts.text ?? '')
  if (text === '') throw fieldErrors([{ field: 'text', message: '请输入要发送的内容' }])
  return { kind: 'text', text, card: null, fileId: null }
}

/** With what it speaks of: an order of the company, or a goods that its lists show, as it is now. */
export async function contentFor(
  { connection, catalogue }: { connection: Connection; catalogue: Catalogue },
  parts: Parts,
  company: ViewerCompany,
  now: Date,
): Promise<Content> {
  const given = [parts.text, parts.file_id, parts.order_id, parts.goods_id].filter((part) => part !== undefined)
  if (given.length > 1) throw fieldErrors([{ field: 'text', message: '一次只能发送一项内容' }])
  if (parts.order_id !== undefined) {
    const order = await readOrderFacts(connection, parts.order_id, company.id)
    if (order === null) throw notFound('订单')
    const status = STATUS_NAMES[order.status as keyof typeof STATUS_NAMES]
    const goods = order.lines > 1 ? `${order.name} 等 ${order.lines} 种商品` : order.name
    const card = { title: `订单 ${order.no}`, text: `${status} · ${goods}`, url: `/order/info/${parts.order_id}`, image: '' }
    return { kind: 'order', text: '', card, fileId: null }
  }
  if (parts.goods_id !== undefined) {
    const [found] = await listedCards(catalogue, [{ goodsId: parts.goods_id }], company, now)
    if (!found) throw notFound('商品')
    const { name, ypgg, sccj, goods_image } = found.card
    const card = { title: name, text: `${ypgg} · ${sccj}`, url: `/list/info/${parts.goods_id}`, image: goods_image[0]?.url ?? '' }
    return { kind: 'goods', text: '', card, fileId: null }
  }
  return plainContent(parts)
}
