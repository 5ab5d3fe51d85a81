import { useRef, useState } from 'react'
import type { CheckoutSheetWire } from '#contract/cart.ts'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { type Change, sheetChanges } from './changes.ts'
import { failureText, type RefusedLine, refusedLines, SHOWN_HERE } from './failure.ts'
import type { PlaceBody } from './submission.ts'
import { outcomeOpen, usePlace } from './usePlace.ts'

export interface Wish {
  addressId: number
  invoiceKind: PlaceBody['invoice_kind']
  remark: string
}

/** idle: may submit; counting: the sheet is being computed anew; sending: the order is on its way, and stays so once it is placed. */
export type Phase = 'idle' | 'counting' | 'sending'

export interface Checkout {
  sheet: CheckoutSheetWire
  phase: Phase
  /** What the newest sheet says otherwise than the one that was shown. */
  changes: readonly Change[]
  problem: string
  /** Goods that stop the checkout since it was opened. */
  stopped: readonly RefusedLine[]
  /** 元 of the balance in this sheet; empty: none. */
  balance: string
  takeBalance: (yuan: string) => Promise<void>
  submit: (wish: Wish) => Promise<void>
}

/** The server caps the balance at what is to pay; the row says what it took. */
const balanceOf = (sheet: CheckoutSheetWire): string => sheet.rows.find((row) => row.key === 'balance')?.amount.replace(/^-/, '') ?? ''

export function useCheckout(first: CheckoutSheetWire, ids: readonly number[], onUnanswered: (body: PlaceBody) => void): Checkout {
  const client = useApi()
  const place = usePlace()
  const [sheet, setSheet] = useState(first)
  const [phase, setPhase] = useState<Phase>('idle')
  const [changes, setChanges] = useState<readonly Change[]>([])
  const [problem, setProblem] = useState('')
  const [stopped, setStopped] = useState<readonly RefusedLine[]>([])
  // A ref, not state: two clicks before the next render must find the lock closed.
  const locked = useRef(false)
  const balance = balanceOf(sheet)

  const recount = async (yuan: string): Promise<CheckoutSheetWire> => {
    const { data } = await client.ask(api.cartCheckout, {
      body: { ids: [...ids], new: 1, ...(yuan && { balance: yuan }) },
      handles: SHOWN_HERE,
    })
    setSheet(data)
    return data
  }

  const takeBalance = async (yuan: string): Promise<void> => {
    if (locked.current) return
    locked.current = true
    setPhase('counting')
    setProblem('')
    try {
      const fresh = await recount(yuan)
      setChanges(sheetChanges(sheet, fresh).filter(({ key }) => key !== 'row-balance' && key !== 'total'))
    } catch (error) {
      setProblem(failureText(error) ?? '')
    }
    locked.current = false
    setPhase('idle')
  }

  /** Refused for certain. What changed is found by computing the sheet anew and comparing it with the one that was shown. */
  const refused = async (error: unknown): Promise<void> => {
    setProblem(failureText(error) ?? '')
    setStopped(refusedLines(error))
    if (!(error instanceof ApiError) || error.code !== CODES.CONFLICT) return
    try {
      const fresh = await recount(balance)
      setChanges(sheetChanges(sheet, fresh))
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
    const body: PlaceBody = {
      checkout_key: sheet.checkout_key,
      ids: [...ids],
      address_id: wish.addressId,
      invoice_kind: wish.invoiceKind,
      total: sheet.total,
      ...(wish.remark && { remark: wish.remark }),
      ...(balance && { balance }),
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

  return { sheet, phase, changes, problem, stopped, balance, takeBalance, submit }
}
