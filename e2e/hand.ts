import type { BrowserContext } from '@playwright/test'

/** What people did with mouse and keyboard. */
export interface Hand {
  clicks: number
  keys: number
}

/**
 * Counts in every page of the context, wherever it goes. A text that a journey puts into a field at once counts as a click into the
 * field and a key for each sign; a choice of a list and a file as two clicks.
 */
export async function countHand(context: BrowserContext, hand: Hand): Promise<void> {
  await context.exposeBinding('handDid', (_page, clicks: number, keys: number) => {
    hand.clicks += clicks
    hand.keys += keys
  })
  await context.addInitScript(() => {
    const { handDid } = window as unknown as { handDid: (clicks: number, keys: number) => Promise<void> }
    const did = (clicks: number, keys: number) => void handDid(clicks, keys).catch(() => undefined)
    let isPressed = false
    addEventListener('pointerdown', () => did(1, 0), true)
    addEventListener('keyup', () => (isPressed = false), true)
    addEventListener(
      'keydown',
      ({ repeat }) => {
        isPressed = true
        if (!repeat) did(0, 1)
      },
      true,
    )
    addEventListener(
      'input',
      (event) => {
        const { data, inputType } = event as InputEvent
        const field = event.target as HTMLInputElement
        // What comes by a key was counted there.
        if (!isPressed && (inputType === 'insertText' || field.type === 'date')) did(1, data?.length ?? field.value.length)
      },
      true,
    )
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file')) did(2, 0)
      },
      true,
    )
  })
}

export const inWords = ({ clicks, keys }: Hand, began: number): string =>
  `${clicks} 次点击，${keys} 个键，${((Date.now() - began) / 60_000).toFixed(1)} 分钟`
