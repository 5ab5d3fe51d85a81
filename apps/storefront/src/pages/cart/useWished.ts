import { useState } from 'react'
import type { CartLineWire } from '#contract/cart.ts'
import type { CartActions } from './useCart.ts'

/** The number on show: what the buyer wishes until the server has answered with a new line, then what the line holds. */
export function useWished(line: CartLineWire, actions: CartActions): { number: number; wish: (number: number) => void } {
  const [wished, setWished] = useState<{ line: CartLineWire; number: number } | null>(null)
  return {
    number: wished?.line === line ? wished.number : line.number,
    wish: (number) => {
      setWished({ line, number })
      actions.setNumber(line, number)
    },
  }
}
