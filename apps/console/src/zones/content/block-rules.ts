import type { FrontBlockWire } from '#contract/front.ts'

/** Blocks of a composed page as they are typed. */

export type BlockType = FrontBlockWire['type']
export const BLOCK_NAMES: Readonly<Record<BlockType, string>> = {
  banner: '横幅',
  text: '文字',
  goods: '商品',
  coupons: '优惠券',
  promotion: '活动',
  countdown: '倒计时',
}

export const SOURCES = {
  codes: '商品编码',
  category: '分类',
  zone: '专区',
  manufacturer: '品牌',
  promotion: '活动商品',
  ids: '商品编号',
} as const
export type Source = keyof typeof SOURCES

export const sourceOf = (block: FrontBlockWire): Source =>
  (Object.keys(SOURCES) as Source[]).find((source) => block[source] !== undefined) ?? 'codes'

/** What is common stays; what the other source said goes. */
export function withSource(block: FrontBlockWire, source: Source): FrontBlockWire {
  const { codes: _1, ids: _2, category: _3, zone: _4, manufacturer: _5, promotion: _6, ...rest } = block
  return source === 'codes' ? { ...rest, codes: [] } : rest.type === 'goods' && source === 'ids' ? { ...rest, ids: [] } : { ...rest }
}

export const newBlock = (type: BlockType): FrontBlockWire =>
  type === 'goods'
    ? { type, title: '', codes: [] }
    : type === 'coupons' || type === 'promotion'
      ? { type, title: '', ids: [] }
      : { type, title: '', text: '' }

/** One line for the list of blocks. */
export function blockWords(block: FrontBlockWire): string {
  const title = block.title || block.text?.slice(0, 20) || ''
  return title === '' ? BLOCK_NAMES[block.type] : `${BLOCK_NAMES[block.type]}：${title}`
}
