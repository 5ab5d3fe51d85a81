import type { DataOf } from '#contract/call.ts'
import { OPEN_COMPANY_PRICES_MAX } from '#contract/constants.ts'
import { OPEN_ROW_CODES, OpenPriceRow, type OpenPriceWire, type openPrices } from '#contract/open-incoming.ts'
import { type Fen, fen, yuan } from '#domain/money.ts'
import { SCOPES } from '#domain/scopes.ts'
import type { Connection } from '../../../platform/database.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { landSaidGoods } from '../../goods/import/public.ts'
import { noteImported, type PricesByCode, pricesByCode, type SaidPrices, sayPrices } from '../../goods/prices/public.ts'
import { lowsByGoods } from '../../goods/promotions/public.ts'
import { tryOut } from '../../who/approvals/public.ts'
import { actorOf, type BulkRow, type Landed, rowReader, takeRows } from './bulk.ts'
import { companyIds } from './views.ts'

const isRow = rowReader(OpenPriceRow)

/** A key with this word was given by two people who know that it sets any price; without it a key is as one clerk. */
const ALONE = 'prices.cost'

const twice = (words: readonly (string | number)[]): boolean => new Set(words).size < words.length

function faultOf({ ranks = [], ladder = [], companies = [] }: OpenPriceWire): { field: string; message: string } | null {
  if (twice(ranks.map(({ rank }) => rank.trim()))) return { field: 'ranks', message: '一个等级写了两次' }
  if (twice(ladder.map(({ number }) => number))) return { field: 'ladder', message: '一个数量写了两次' }
  if (twice(companies.map(({ company_code: code }) => code))) return { field: 'companies', message: '一家企业写了两次' }
  return null
}

const same = (one: readonly object[], other: readonly object[]): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Nothing of it is another price: the shop need not be asked goods by goods. */
function isSaid(row: OpenPriceWire, { base, retail, ranks, ladder, ladderType }: PricesByCode): boolean {
  if ((row.companies ?? []).length > 0) return false
  if (row.base !== undefined && row.base !== base) return false
  if (row.retail !== undefined && row.retail !== retail) return false
  const inOrder = (row.ranks ?? ranks).toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const known = ranks.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const pick = (list: readonly { rank: string; price: number }[]) => list.map(({ rank, price }) => ({ rank: rank.trim(), price }))
  if (!same(pick(inOrder), pick(known))) return false
  if (row.ladder === undefined) return true
  const steps = row.ladder.map(({ number, price }) => ({ number, price })).sort((a, b) => a.number - b.number)
  return same(steps, ladder) && (steps.length === 0 || ladderType === 0)
}

const refused = (code: 'INVALID' | 'UNKNOWN_GOODS' | 'UNKNOWN_COMPANY' | 'NEEDS_APPROVAL', field: string, message: string): Landed => ({
  changed: false,
  refused: { code, field, message },
})

/** For whatever reason, in the same words: what goods cost the shop is not told to whoever tries prices. */
const NEEDS_TWO = refused('NEEDS_APPROVAL', 'base', OPEN_ROW_CODES.NEEDS_APPROVAL)

const saidOf = ({ base, retail, ranks, ladder, companies = [] }: OpenPriceWire, known: ReadonlyMap<string, number>): SaidPrices => ({
  base: base === undefined ? undefined : fen(base),
  retail: retail === undefined ? undefined : fen(retail),
  ranks: ranks?.map(({ rank, price }) => ({ rank: rank.trim(), price: fen(price) })),
  ladder: ladder?.map(({ number, price }) => ({ number, price: fen(price) })),
  companies: companies.map(({ company_code: code, price }) => ({
    companyId: known.get(code) ?? 0,
    price: price === null ? null : fen(price),
  })),
})

const NONE: ReadonlySet<number> = new Set()

/** Rows for whose company prices there is no room any more in this message. */
function beyondRoom(rows: readonly BulkRow<OpenPriceWire>[]): ReadonlySet<number> {
  let left = OPEN_COMPANY_PRICES_MAX
  const beyond = new Set<number>()
  for (const { index, row } of rows) {
    const { length = 0 } = row.companies ?? []
    if (length > left) beyond.add(index)
    else left -= length
  }
  return beyond
}

export function takePrices(ask: OpenAsk<typeof openPrices>): Promise<DataOf<typeof openPrices>> {
  const { integration, now, body } = ask
  const actor = actorOf(integration)
  const reason = actor.name
  /** Why a row is not asked about at all; null: it is. */
  function refusalOf(row: OpenPriceWire, known: PricesByCode | undefined, companies: ReadonlyMap<string, number>): Landed | null {
    if (known === undefined) return refused('UNKNOWN_GOODS', 'goods_code', '商城没有这个商品')
    const fault = faultOf(row)
    if (fault !== null) return refused('INVALID', fault.field, fault.message)
    const stranger = row.companies?.find(({ company_code: code }) => !companies.has(code))
    if (stranger) return refused('UNKNOWN_COMPANY', 'companies', `商城没有编码为“${stranger.company_code}”的企业`)
    return isSaid(row, known) ? { changed: false } : null
  }

  async function landAll(
    db: Connection,
    rows: readonly BulkRow<OpenPriceWire>[],
    known: ReadonlyMap<string, PricesByCode>,
    companies: ReadonlyMap<string, number>,
    lows: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, Landed>> {
    const landed = new Map<number, Landed>()
    const asked = new Map<number, { index: number; was: PricesByCode; said: SaidPrices }>()
    for (const { index, row } of rows) {
      const was = known.get(row.goods_code.trim())
      const isLow = was !== undefined && lows.has(was.id)
      const answer = isLow ? NEEDS_TWO : refusalOf(row, was, companies)
      if (answer !== null) landed.set(index, answer)
      else if (was !== undefined) asked.set(was.id, { index, was, said: saidOf(row, companies) })
    }
    /** The first price of a goods puts it on sale where nothing else keeps it off, as a list of prices does that is imported. */
    const priced = async (first: readonly { goodsId: number; base: Fen }[]) => {
      const said = first.flatMap(({ goodsId, base }) => {
        const { index, was } = asked.get(goodsId) ?? {}
        return index === undefined || was === undefined
          ? []
          : [{ line: index, said: { code: was.said, name: was.name, price: yuan(base) } }]
      })
      const { changes } = await landSaidGoods(db, said, SCOPES, now)
      await noteImported(db, changes, actor.name, reason, now)
    }
    const all = new Map([...asked].map(([id, { said }]) => [id, said]))
    const alone = integration.scopes.has(ALONE)
    for (const [id, { changed, needsTwo }] of await sayPrices(db, actor, all, { alone, reason, now, priced })) {
      const { index } = asked.get(id) ?? {}
      if (index === undefined) continue
      landed.set(index, needsTwo ? NEEDS_TWO : { changed })
    }
    return landed
  }

  return takeRows<OpenPriceWire>(ask, body.rows, {
    kind: 'prices',
    action: 'open.prices',
    isRow,
    keyOf: ({ goods_code: code }) => code.trim().toUpperCase(),
    async land(db, given) {
      const beyond = beyondRoom(given)
      const rows = given.filter(({ index }) => !beyond.has(index))
      const known = await pricesByCode(
        db,
        rows.map(({ row }) => row.goods_code.trim()),
      )
      const companies = await companyIds(
        db,
        rows.flatMap(({ row }) => (row.companies ?? []).map(({ company_code: code }) => code)),
      )
      const landWith = (lows: ReadonlySet<number>) => landAll(db, rows, known, companies, lows)
      const lows = integration.scopes.has(ALONE) ? NONE : await lowsOfAll(db, rows, known, now, () => landWith(NONE))
      const full = refused('INVALID', 'companies', `企业专价一次至多 ${OPEN_COMPANY_PRICES_MAX} 个，这一行请下次再提交`)
      return new Map([...(await landWith(lows)), ...[...beyond].map((index) => [index, full] as const)])
    },
  })
}

/** Of prices that offers take something off, too: tried out first, for what stands above them is known once they are there. */
async function lowsOfAll(
  db: Connection,
  rows: readonly BulkRow<OpenPriceWire>[],
  known: ReadonlyMap<string, PricesByCode>,
  now: Date,
  land: () => Promise<unknown>,
): Promise<ReadonlySet<number>> {
  const changed = rows.flatMap((one) => {
    const was = known.get(one.row.goods_code.trim())
    return was === undefined || isSaid(one.row, was) ? [] : [was.id]
  })
  if (changed.length === 0) return NONE
  const lows = await tryOut(db, () => lowsByGoods(db, changed, now, land))
  return new Set(lows.keys())
}
