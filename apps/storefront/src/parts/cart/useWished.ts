import { useState } from 'react'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import type { CartActions } from './useCart.ts'

/** The number on show: what the buyer wishes while that is on its way, then what the line holds. */
export function useWished(line: CartLineWire, busy: boolean, actions: CartActions): { number: number; wish: (number: number) => void } {
  const [wished, setWished] = useState(line.number)
  return {
    number: busy ? wished : line.number,
    wish: (number) => {
      setWished(number)
      actions.setNumber(line, number)
    },
  }
}
