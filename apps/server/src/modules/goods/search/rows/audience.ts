import { admits, type BuyerCompany, seesPrices } from '#domain/eligibility.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import type { GoodsTable } from './goods-table.ts'

/** What of the goods is there for a viewer. Viewers for whom the same is there share one object and its cached answers. */
export interface Audience {
  /** By a row's rule number: 1 = visible. */
  visible: Uint8Array
  key: string
}

/** Whose figures a viewer sees. Prices order and filter only for those who may see them. */
export interface PriceView {
  rank: string
  companyId: number
  /** Prices come from the rank alone, so that all companies of the rank share orderings. */
  isOwn: boolean
}

export interface Audiences {
  of: (viewer: Viewer | null) => Audience
  /** Rules changed: match companies anew. */
  drop: () => void
}

const COMPANY_LIMIT = 5_000

export function createAudiences(table: GoodsTable): Audiences {
  const byCompany = new Map<string, Audience>()
  const byKey = new Map<string, Audience>()

  function match(company: BuyerCompany | null): Audience {
    const visible = new Uint8Array(0x1_0000)
    visible[0] = 1
    let key = 'v'
    table.rules.forEach((rule, at) => {
      const availability = {
        controlled: rule.controlled,
        entries: rule.entries.map((entry) => ({
          province: entry.province,
          city: entry.city,
          companyType: entry.company_type,
          companyId: entry.company_id,
        })),
      }
      if (company === null || !admits(availability, company)) return
      visible[at + 1] = 1
      key += `,${at}`
    })
    const known = byKey.get(key)
    if (known) return known
    const audience = { visible, key }
    byKey.set(key, audience)
    return audience
  }

  return {
    of(viewer) {
      const company = viewer?.company ?? null
      const key = company === null ? '' : `${company.id} ${company.type} ${company.province} ${company.city}`
      const known = byCompany.get(key)
      if (known) return known
      if (byCompany.size >= COMPANY_LIMIT) byCompany.clear()
      const audience = match(company)
      byCompany.set(key, audience)
      return audience
    },
    drop() {
      byCompany.clear()
      byKey.clear()
    },
  }
}

export function priceViewOf(table: GoodsTable, viewer: Viewer | null): PriceView | null {
  const company = viewer?.company ?? null
  if (!seesPrices(company)) return null
  const own = table.companyPrices.get(company.id)
  return { rank: viewer?.company?.rank ?? '', companyId: company.id, isOwn: own !== undefined && own.size > 0 }
}
