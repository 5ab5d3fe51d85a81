import type { DataOf } from '#contract/call.ts'
import { OpenPriceRow, type OpenPriceWire, type openPrices } from '#contract/open-incoming.ts'
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

export function takePrices(ask: OpenAsk<typeof openPrices>): Promise<DataOf<typeof openPrices>> {
  const { integration, now, body } = ask
  const actor = actorOf(integration)
  const reason = actor.name

  /** The first price of a goods puts it on sale where nothing else keeps it off, as a list of prices does that is imported. */
  const priced =
    (db: Connection, { said, name }: PricesByCode, index: number) =>
    async (base: Fen) => {
      const { changes } = await landSaidGoods(db, [{ line: index, said: { code: said, name, price: yuan(base) } }], SCOPES, now)
      await noteImported(db, changes, actor.name, reason, now)
    }

  async function landOne(
    db: Connection,
    { index, row }: BulkRow<OpenPriceWire>,
    known: PricesByCode | undefined,
    companies: ReadonlyMap<string, number>,
  ): Promise<Landed> {
    if (known === undefined) return refused('UNKNOWN_GOODS', 'goods_code', '商城没有这个商品')
    const fault = faultOf(row)
    if (fault !== null) return refused('INVALID', fault.field, fault.message)
    const stranger = row.companies?.find(({ company_code: code }) => !companies.has(code))
    if (stranger) return refused('UNKNOWN_COMPANY', 'companies', `商城没有编码为“${stranger.company_code}”的企业`)
    if (isSaid(row, known)) return { changed: false }
    const said: SaidPrices = {
      base: row.base === undefined ? undefined : fen(row.base),
      retail: row.retail === undefined ? undefined : fen(row.retail),
      ranks: row.ranks?.map(({ rank, price }) => ({ rank: rank.trim(), price: fen(price) })),
      ladder: row.ladder?.map(({ number, price }) => ({ number, price: fen(price) })),
      companies: (row.companies ?? []).map(({ company_code: code, price }) => ({
        companyId: companies.get(code) ?? 0,
        price: price === null ? null : fen(price),
      })),
    }
    const alone = integration.scopes.has(ALONE)
    const outcome = await sayPrices(db, actor, known.id, said, { alone, reason, now, priced: priced(db, known, index) })
    if (outcome.refused.length > 0) return refused('NEEDS_APPROVAL', 'base', `${outcome.refused.join('；')}。须两人在后台改价`)
    return { changed: outcome.changed }
  }

  return takeRows<OpenPriceWire>(ask, body.rows, {
    kind: 'prices',
    action: 'open.prices',
    isRow,
    keyOf: ({ goods_code: code }) => code.trim().toUpperCase(),
    async land(db, rows) {
      const known = await pricesByCode(
        db,
        rows.map(({ row }) => row.goods_code.trim()),
      )
      const companies = await companyIds(
        db,
        rows.flatMap(({ row }) => (row.companies ?? []).map(({ company_code: code }) => code)),
      )
      // In the order in which everybody locks goods.
      const inOrder = rows.toSorted((a, b) => idOf(known, a) - idOf(known, b))
      const landAll = async (lows: ReadonlyMap<number, string>) => {
        const landed = new Map<number, Landed>()
        for (const one of inOrder) {
          const low = lows.get(idOf(known, one))
          const became =
            low === undefined
              ? await landOne(db, one, known.get(one.row.goods_code.trim()), companies)
              : refused('NEEDS_APPROVAL', 'base', `${low}。须两人在后台改价`)
          landed.set(one.index, became)
        }
        return landed
      }
      return landAll(integration.scopes.has(ALONE) ? new Map() : await lowsOfAll(db, inOrder, known, now, () => landAll(new Map())))
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
): Promise<ReadonlyMap<number, string>> {
  const changed = rows.flatMap((one) => {
    const was = known.get(one.row.goods_code.trim())
    return was === undefined || isSaid(one.row, was) ? [] : [was.id]
  })
  return changed.length === 0 ? new Map() : tryOut(db, () => lowsByGoods(db, changed, now, land))
}

const idOf = (known: ReadonlyMap<string, PricesByCode>, { row }: BulkRow<OpenPriceWire>): number =>
  known.get(row.goods_code.trim())?.id ?? 0
