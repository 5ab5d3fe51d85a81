/** What lies in which carton of an order that is packed by carton. No clock, no database. */

export const CARTON_KINDS = { normal: '常温', cold: '冷藏', case: '整件' } as const
export type CartonKind = keyof typeof CARTON_KINDS
/** Of one order; as many as labels are printed for. */
export const CARTONS_MAX = 200

/** A batch of the order, and how much of it lies in cartons. */
export interface ToPack {
  id: number
  name: string
  unit: string
  batchNo: string
  number: number
  packed: number
  /** In one of the maker's own cartons; 0, 1: nobody knows. */
  casePack: number
  coldChain: boolean
}

export const leftOf = ({ number, packed }: Pick<ToPack, 'number' | 'packed'>): number => number - packed

/** Cartons that the maker closed go as they are. Cold goods do not: their carton keeps nothing cold. */
export const wholeCases = <Piece extends ToPack>(pieces: readonly Piece[]): { piece: Piece; cases: number }[] =>
  pieces.flatMap((piece) => {
    const cases = piece.coldChain || piece.casePack < 2 ? 0 : Math.floor(leftOf(piece) / piece.casePack)
    return cases > 0 ? [{ piece, cases }] : []
  })

/** What keeps an order from leaving by these cartons, in words; '': nothing. */
export function packingFault(
  pieces: readonly ToPack[],
  cartons: readonly { kind: CartonKind; goods: readonly { name: string; coldChain: boolean }[] }[],
): string {
  const left = pieces.filter((piece) => leftOf(piece) !== 0)
  const [first] = left
  if (first)
    return `${first.name} 批号 ${first.batchNo} 还有 ${leftOf(first)} ${first.unit}没有装箱${left.length > 1 ? `，另有 ${left.length - 1} 行未装完` : ''}`
  for (const [at, { kind, goods }] of cartons.entries()) {
    if (goods.length === 0) return `第 ${at + 1} 箱是空的，请撤掉`
    const warm = kind === 'cold' ? undefined : goods.find(({ coldChain }) => coldChain)
    if (warm) return `第 ${at + 1} 箱是${CARTON_KINDS[kind]}箱，冷链商品 ${warm.name} 须装冷藏箱`
  }
  return ''
}
