import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { choiceQuery, choiceSent, type OfferChoice } from '../../parts/offer-choice.ts'
import { failureText, type RefusedLine, refusedLines, SHOWN_HERE, type WayOn, waysOnOf } from '../../parts/paying/failure.ts'
import { paths } from '../../paths.ts'
import { type Change, lineChanges, sheetChanges } from './changes.ts'
import type { PlaceBody } from './submission.ts'
import { outcomeOpen, usePlace } from './usePlace.ts'

/** What the sheet is reckoned for, beside the lines. */
export interface Ask extends OfferChoice {
  addressId: number | null
  /** 元 to be paid by them; empty: none. */
  balance: string
  voucher: string
}

export interface Wish {
  addressId: number
  invoiceKind: PlaceBody['invoice_kind']
  remark: string
}

/** idle: may submit; counting: the sheet is being computed anew; sending: the order is on its way, and stays so once it is placed. */
export type Phase = 'idle' | 'counting' | 'sending'

export interface Checkout {
  sheet: CheckoutSheetWire
  /** What the sheet answers, or what is being asked now. */
  ask: Ask
  phase: Phase
  /** What the sheet says otherwise than the one before it; to be agreed to before anything is ordered. */
  changes: readonly Change[]
  agree: () => void
  problem: string
  /** Goods that stop the checkout since it was opened. */
  stopped: readonly RefusedLine[]
  /** Where the problem is solved. */
  waysOn: readonly WayOn[]
  change: (part: Partial<Ask>) => Promise<void>
  submit: (wish: Wish) => Promise<void>
}

/** The server caps a purse at what is to pay; the row says what it took. */
const takenBy = (sheet: CheckoutSheetWire, purse: 'balance' | 'voucher'): string =>
  sheet.rows.find((row) => row.key === purse)?.amount.replace(/^-/, '') ?? ''

/** The ask as the sheet answers it: what was named and cannot be had is not in force any more. */
const answered = (ask: Ask, sheet: CheckoutSheetWire): Ask => ({
  ...ask,
  coupons: ask.coupons && sheet.coupon_ids,
  zps: ask.zps && sheet.zps,
  balance: takenBy(sheet, 'balance'),
  voucher: takenBy(sheet, 'voucher'),
})

export function useCheckout(
  first: CheckoutSheetWire,
  ids: readonly number[],
  asked: Ask,
  onUnanswered: (body: PlaceBody) => void,
): Checkout {
  const client = useApi()
  const place = usePlace()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [sheet, setSheet] = useState(first)
  const [ask, setAsk] = useState(asked)
  const [phase, setPhase] = useState<Phase>('idle')
  const [changes, setChanges] = useState<readonly Change[]>([])
  const [problem, setProblem] = useState('')
  const [stopped, setStopped] = useState<readonly RefusedLine[]>([])
  const [waysOn, setWaysOn] = useState<readonly WayOn[]>([])
  // A ref, not state: two clicks before the next render must find the lock closed.
  const locked = useRef(false)

  const recount = async (wanted: Ask): Promise<CheckoutSheetWire> => {
    const { addressId, balance, voucher } = wanted
    const { data } = await client.ask(api.cartCheckout, {
      body: {
        ids: [...ids],
        new: 1,
        ...choiceSent(wanted),
        ...(addressId !== null && { address_id: addressId }),
        ...(balance && { balance }),
        ...(voucher && { voucher }),
      },
      handles: SHOWN_HERE,
    })
    setSheet(data)
    const now = answered(wanted, data)
    setAsk(now)
    // A reload and the way back keep the choice.
    if (window.location.pathname === pathname) {
      void navigate(paths.checkout(ids, choiceQuery(now)), { replace: true, preventScrollReset: true })
    }
    return data
  }

  const change = async (part: Partial<Ask>): Promise<void> => {
    if (locked.current) return
    locked.current = true
    setPhase('counting')
    setProblem('')
    const wanted = { ...ask, ...part }
    setAsk(wanted)
    try {
      const fresh = await recount(wanted)
      // Reductions, gifts, shipping and the total follow from what was just chosen; prices do not.
      setChanges(lineChanges(sheet, fresh).filter(({ what }) => what === '单价'))
    } catch (error) {
      setAsk(ask)
      setProblem(failureText(error) ?? '')
    }
    locked.current = false
    setPhase('idle')
  }

  /**
   * Refused for certain. The sheet is computed anew and compared with the one that was shown, which names more than the
   * refusal does: each reduction and gift, the batches, and what became of a change that was taken back meanwhile.
   */
  const refused = async (error: unknown): Promise<void> => {
    setProblem(failureText(error) ?? '')
    setStopped(refusedLines(error))
    setWaysOn(waysOnOf(error))
    if (!(error instanceof ApiError) || error.code !== CODES.CONFLICT) return
    try {
      setChanges(sheetChanges(sheet, await recount(ask)))
    } catch (again) {
      setProblem(failureText(again) ?? '')
      setStopped(refusedLines(again))
    }
  }

  const submit = async (wish: Wish): Promise<void> => {
    if (locked.current) return
    locked.current = true
    setPhase('sending')
    setProblem('')
    setChanges([])
    setStopped([])
    setWaysOn([])
    const body: PlaceBody = {
      checkout_key: sheet.checkout_key,
      ids: [...ids],
      // By name, also what was chosen automatically: what the buyer saw is what is ordered.
      ...choiceSent({ coupons: sheet.coupon_ids, zps: sheet.zps }),
      address_id: wish.addressId,
      invoice_kind: wish.invoiceKind,
      total: sheet.total,
      ...(wish.remark && { remark: wish.remark }),
      ...(ask.balance && { balance: ask.balance }),
      ...(ask.voucher && { voucher: ask.voucher }),
    }
    try {
      await place(body)
    } catch (error) {
      if (outcomeOpen(error)) return onUnanswered(body)
      await refused(error)
      locked.current = false
      setPhase('idle')
    }
  }

  const agree = (): void => {
    setChanges([])
    setProblem('')
  }
  return { sheet, ask, phase, changes, agree, problem, stopped, waysOn, change, submit }
}
