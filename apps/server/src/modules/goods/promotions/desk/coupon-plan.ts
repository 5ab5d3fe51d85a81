import { Compile } from 'typebox/compile'
import { COUPON_STACK_MAX } from '#contract/constants.ts'
import { CouponTerms, type CouponTermsWire } from '#contract/coupon-desk.ts'
import { momentOf } from '#domain/dates.ts'
import { type Fen, fen, ZERO } from '#domain/money.ts'
import { type FieldError, fieldErrors } from '../../../../platform/errors.ts'
import type { AudienceJson, ScopeJson } from '../scope.ts'
import { faceText, thresholdText, periodText as validityText } from '../words.ts'
import { amountText, audienceWire, type Plan, periodText, scopeWire } from './plan.ts'
import { amountIn, audienceIn, type Say, scopeIn } from './plan-read.ts'

/** Terms as a plan keeps them: what the columns of a template hold, before there is one. Money in fen; null: none; moments as ISO texts. */
export interface CouponPlanTerms {
  intro: string
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  scope: ScopeJson
  audience: AudienceJson
  stackable: boolean
  is_public: boolean
  quota: number | null
  per_company: number
  take_from: string | null
  take_until: string | null
  valid_from: string | null
  valid_until: string | null
  valid_days: number | null
}
export interface CouponPlan {
  name: string
  terms: CouponPlanTerms
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
const iso = (moment: string | null): string => (moment === null ? '' : new Date(moment).toISOString())

export function couponWire({ name, terms }: CouponPlan): CouponTermsWire {
  return {
    name,
    intro: terms.intro,
    threshold: terms.threshold === 0 ? '' : amountText(terms.threshold),
    amount: amountText(terms.amount),
    percent: terms.percent ?? 0,
    cap: amountText(terms.cap),
    scope: scopeWire(terms.scope),
    audience: audienceWire(terms.audience),
    stackable: flag(terms.stackable),
    is_public: flag(terms.is_public),
    quota: terms.quota ?? 0,
    per_company: terms.per_company,
    take_from: iso(terms.take_from),
    take_until: iso(terms.take_until),
    valid_days: terms.valid_days ?? 0,
    valid_from: iso(terms.valid_from),
    valid_until: iso(terms.valid_until),
  }
}

function moment(text: string, field: string, say: Say): string | null {
  if (text === '') return null
  const at = momentOf(text)
  if (at === null) say(field, '时间有误，请重新选择')
  return at?.toISOString() ?? null
}

function readValidity(typed: CouponTermsWire, say: Say): Pick<CouponPlanTerms, 'valid_from' | 'valid_until' | 'valid_days'> {
  if (typed.valid_days > 0) return { valid_days: typed.valid_days, valid_from: null, valid_until: null }
  const [from, until] = [moment(typed.valid_from, 'valid_from', say), moment(typed.valid_until, 'valid_until', say)]
  if (typed.valid_until === '') say('valid_days', '请填写领取后几天内有效，或有效期到何时')
  if (from !== null && until !== null && until <= from) say('valid_until', '结束要晚于开始')
  return { valid_days: null, valid_from: from, valid_until: until }
}

function readReduction(typed: CouponTermsWire, say: Say): Pick<CouponPlanTerms, 'threshold' | 'amount' | 'percent' | 'cap'> {
  const threshold = typed.threshold.trim() === '' ? ZERO : (amountIn(typed.threshold, 'threshold', say) ?? ZERO)
  const amount = amountIn(typed.amount, 'amount', say)
  const percent = typed.percent === 0 ? null : typed.percent
  if ((typed.amount.trim() === '') === (percent === null)) say('amount', '请填写减多少元，或打几折（两者选一）')
  if (amount !== null && threshold > 0 && amount >= threshold) say('amount', '减的不能等于或多于满的')
  if (percent === null && typed.cap.trim() !== '') say('cap', '减固定金额的券没有“最多减”')
  return { threshold, amount, percent, cap: amountIn(typed.cap, 'cap', say) }
}

/** All of them may be used for one order. */
export const stackFaults = ({ stackable, per_company: each }: Pick<CouponPlanTerms, 'stackable' | 'per_company'>): FieldError[] =>
  stackable && each > COUPON_STACK_MAX ? [{ field: 'per_company', message: `可叠加的券每家最多 ${COUPON_STACK_MAX} 张` }] : []

/** What was typed, as a plan, with every fault by its field. What only the database knows is asked in coupon-plans.ts. */
export function readCoupon(typed: CouponTermsWire): { plan: CouponPlan; errors: FieldError[] } {
  const errors: FieldError[] = []
  const say: Say = (field, message) => errors.push({ field, message })
  const name = typed.name.trim().replace(/\s+/g, ' ')
  if (name === '') say('name', '请填写优惠券名称')
  const [from, until] = [moment(typed.take_from, 'take_from', say), moment(typed.take_until, 'take_until', say)]
  if (from !== null && until !== null && until <= from) say('take_until', '结束要晚于开始')
  if (typed.per_company === 0) say('per_company', '请填写每家最多几张')
  errors.push(...stackFaults({ stackable: typed.stackable === 1, per_company: typed.per_company }))
  if (typed.quota > 0 && typed.quota < typed.per_company) say('quota', '总量不能少于每家的张数')
  const terms: CouponPlanTerms = {
    intro: typed.intro.trim(),
    ...readReduction(typed, say),
    scope: scopeIn(typed, say),
    audience: audienceIn(typed, say),
    stackable: typed.stackable === 1,
    is_public: typed.is_public === 1,
    quota: typed.quota === 0 ? null : typed.quota,
    per_company: typed.per_company,
    take_from: from,
    take_until: until,
    ...readValidity(typed, say),
  }
  return { plan: { name, terms }, errors }
}

const shape = Compile(CouponTerms)
const incomplete = () => fieldErrors([{ field: 'terms', message: '草稿不完整' }])

export function couponIn(text: string): CouponPlan {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    throw incomplete()
  }
  if (!shape.Check(typed)) throw incomplete()
  const { plan, errors } = readCoupon(typed)
  if (errors.length > 0) throw fieldErrors(errors)
  return plan
}

const EVER = { from: '2000-01-01T00:00:00.000Z', until: '2999-12-31T16:00:00.000Z' }

/** The offer that takes off as much: what is said of its goods, its buyers and of prices below cost holds for the coupon too. */
export const asOffer = ({ name, terms }: CouponPlan): Plan => ({
  kind: 'full_reduction',
  name,
  terms: {
    intro: terms.intro,
    starts_at: terms.take_from ?? EVER.from,
    ends_at: terms.take_until ?? EVER.until,
    scope: terms.scope,
    audience: terms.audience,
    tiers: [
      {
        measure: 'amount',
        threshold: terms.threshold,
        amount: terms.amount,
        percent: terms.percent,
        repeat: false,
        cap: terms.cap,
        choose: null,
        gifts: [],
        exchanges: [],
      },
    ],
  },
})

/** ¥30，满 ¥300.00 可用 */
export const reductionText = ({ terms }: CouponPlan): string => {
  const { amount, percent, threshold, cap } = terms
  return `${faceText({ amount, percent })}，${thresholdText({ threshold: fen(threshold), cap })}`
}

export function takingText({ terms }: CouponPlan): string {
  const { take_from: from, take_until: until, is_public: isPublic } = terms
  const when =
    from === null && until === null
      ? '一直发放'
      : from === null || until === null
        ? `${from === null ? '' : `${periodText({ starts_at: from, ends_at: from }).slice(0, 16)} 起`}${until === null ? '' : `到 ${periodText({ starts_at: until, ends_at: until }).split(' 至 ')[1]}`}`
        : periodText({ starts_at: from, ends_at: until })
  return `${when}，${isPublic ? '领券中心可领' : '只由我方发放'}`
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))
export const validText = ({ terms }: CouponPlan): string =>
  validityText({ valid_from: instant(terms.valid_from), valid_until: instant(terms.valid_until), valid_days: terms.valid_days })

export function limitText({ terms }: CouponPlan): string {
  const { quota, per_company: each, stackable } = terms
  return `${quota === null ? '总量不限' : `共 ${quota} 张`}，每家最多 ${each} 张，${stackable ? '可与其他券叠加' : '不与其他券叠加'}`
}
