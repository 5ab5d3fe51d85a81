import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { momentOf } from '#domain/dates.ts'
import { amountFault, type Fen, fenFromYuan } from '#domain/money.ts'
import { isCompanyType } from '#domain/paper-kinds.ts'
import type { PromotionKind } from '#domain/pricing/terms.ts'
import { ZONES } from '#domain/pricing/terms.ts'
import type { FieldError } from '../../../../platform/errors.ts'
import { placesIn } from '../../../who/regions/public.ts'
import type { AudienceJson, ScopeJson } from '../scope.ts'
import type { Plan, PlanTier } from './plan.ts'

/** What was typed, as a plan: every fault by its field. What only the database knows (goods, companies) is asked in plans.ts. */

type Tier = OfferTermsWire['tiers'][number]
export type Say = (field: string, message: string) => void

const none = (number: number): number | null => (number === 0 ? null : number)
const some = <Value>(list: readonly Value[]): Value[] | undefined => (list.length === 0 ? undefined : [...list])

export function amountIn(text: string, field: string, say: Say): Fen | null {
  const typed = text.trim()
  if (typed === '') return null
  const amount = fenFromYuan(typed)
  if (amount === null) say(field, amountFault(typed))
  else if (amount <= 0) say(field, '金额要大于 0')
  else return amount
  return null
}

function thresholdIn({ measure, threshold }: Tier, field: string, say: Say): number {
  const typed = threshold.trim()
  if (typed === '') {
    say(field, measure === 'amount' ? '请填写满多少元' : '请填写满多少件')
    return 1
  }
  if (measure === 'amount') return amountIn(typed, field, say) ?? 1
  if (/^\d{1,7}$/.test(typed) && Number(typed) > 0) return Number(typed)
  say(field, '件数要是大于 0 的整数')
  return 1
}

function reductionFaults(tier: PlanTier, at: string, say: Say): void {
  if ((tier.amount === null) === (tier.percent === null)) say(`${at}.amount`, '请填写减多少元，或打几折（两者选一）')
  if (tier.amount !== null && tier.measure === 'amount' && tier.amount >= tier.threshold) say(`${at}.amount`, '减的不能等于或多于满的')
}

function readTier(kind: PromotionKind, typed: Tier, at: string, say: Say): PlanTier {
  const reduces = kind === 'full_reduction' || kind === 'goods_full_reduction'
  const gives = kind === 'gift'
  const measure = kind === 'cashback' ? 'amount' : typed.measure
  const tier: PlanTier = {
    measure,
    threshold: thresholdIn({ ...typed, measure }, `${at}.threshold`, say),
    amount: reduces || kind === 'cashback' ? amountIn(typed.amount, `${at}.amount`, say) : null,
    percent: reduces ? none(typed.percent) : null,
    repeat: (reduces || gives) && typed.repeat === 1,
    cap: reduces ? amountIn(typed.cap, `${at}.cap`, say) : null,
    choose: gives ? none(typed.choose) : null,
    gifts: gives
      ? typed.gifts.map(({ goods_id, number, quota, limit_per_order, limit_per_company }) => {
          return { goods_id, number, quota: none(quota), most: none(limit_per_order), most_each: none(limit_per_company) }
        })
      : [],
    exchanges:
      kind === 'exchange'
        ? typed.exchanges.map(({ goods_id, price, limit, quota }, index) => {
            const asked = amountIn(price, `${at}.exchanges[${index}].price`, say)
            if (price.trim() === '') say(`${at}.exchanges[${index}].price`, '请填写换购价')
            return { goods_id, price: asked ?? (1 as Fen), limit: limit === 0 ? 1 : limit, quota: none(quota) }
          })
        : [],
  }
  if (reduces) reductionFaults(tier, at, say)
  if (tier.percent !== null && tier.repeat) say(`${at}.repeat`, '打折没有“每满”')
  if (kind === 'cashback') {
    if (tier.amount === null && typed.amount.trim() === '') say(`${at}.amount`, '请填写返多少元')
    if (tier.amount !== null && tier.amount >= tier.threshold) say(`${at}.amount`, '返的不能等于或多于满的')
  }
  if (gives && tier.gifts.length === 0) say(`${at}.gifts`, '请选择赠品')
  for (const [index, gift] of tier.gifts.entries()) {
    if (gift.number === 0) say(`${at}.gifts[${index}].number`, '请填写赠几件')
    for (const [field, most] of [
      ['limit_per_order', gift.most],
      ['limit_per_company', gift.most_each],
      ['quota', gift.quota],
    ] as const)
      if (most !== null && most < gift.number) say(`${at}.gifts[${index}].${field}`, `至少要够赠一次（${gift.number} 件）`)
  }
  if (kind === 'exchange' && tier.exchanges.length === 0) say(`${at}.exchanges`, '请选择换购商品')
  return tier
}

function tiersOf(kind: PromotionKind, typed: readonly Tier[], say: Say): PlanTier[] {
  if (typed.length === 0) say('tiers', '请至少写一档')
  const tiers = typed.map((tier, at) => readTier(kind, tier, `tiers[${at}]`, say))
  const seen = new Set<string>()
  for (const [at, { measure, threshold }] of tiers.entries()) {
    const key = `${measure} ${threshold}`
    if (seen.has(key)) say(`tiers[${at}].threshold`, '两档的门槛相同')
    seen.add(key)
  }
  return tiers
}

const isZone = (name: string): boolean => ZONES.some((zone) => zone === name)

export function scopeIn({ scope }: Pick<OfferTermsWire, 'scope'>, say: Say): ScopeJson {
  const unknown = scope.zones.filter((zone) => !isZone(zone))
  if (unknown.length > 0) say('scope.zones', `没有专区“${unknown[0]}”`)
  if (scope.all === 1) return { all: true, ...withSome({ except: some(scope.except) }) }
  const { goods, categories, manufacturers, zones, except } = scope
  if (goods.length + categories.length + manufacturers.length + zones.length === 0) say('scope', '请选择商品范围')
  return withSome({
    goods: some(goods),
    categories: some(categories),
    manufacturers: some(manufacturers),
    zones: some(zones),
    except: some(except),
  })
}

/** Lists that are empty are left out: as seeds and SQL write them. */
const withSome = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }

export function audienceIn({ audience }: Pick<OfferTermsWire, 'audience'>, say: Say): AudienceJson {
  const wrongType = audience.types.find((type) => !isCompanyType(type))
  if (wrongType !== undefined) say('audience.types', `没有企业类型“${wrongType}”`)
  const { provinces, cities, wrong } = placesIn(audience.places)
  if (wrong !== null) say('audience.places', `没有“${wrong}”这个地区`)
  return withSome({
    types: some(audience.types),
    provinces: some(provinces),
    cities: some(cities),
    ranks: some(audience.ranks.map((rank) => rank.trim()).filter(Boolean)),
    companies: some(audience.companies),
  })
}

export function instant(text: string, field: string, what: string, say: Say): Date | null {
  const at = momentOf(text)
  if (at !== null) return at
  say(field, `请选择${what}时间`)
  return null
}

export function readTerms(typed: OfferTermsWire): { plan: Plan; errors: FieldError[] } {
  const errors: FieldError[] = []
  const say: Say = (field, message) => errors.push({ field, message })
  const name = typed.name.trim().replace(/\s+/g, ' ')
  if (name === '') say('name', '请填写活动名称')
  const [from, until] = [instant(typed.starts_at, 'starts_at', '开始', say), instant(typed.ends_at, 'ends_at', '结束', say)]
  if (from !== null && until !== null && until <= from) say('ends_at', '结束要晚于开始')
  const terms = {
    intro: typed.intro.trim(),
    starts_at: from?.toISOString() ?? '',
    ends_at: until?.toISOString() ?? '',
    scope: scopeIn(typed, say),
    audience: audienceIn(typed, say),
    tiers: tiersOf(typed.kind, typed.tiers, say),
  }
  return { plan: { kind: typed.kind, name, terms }, errors }
}
