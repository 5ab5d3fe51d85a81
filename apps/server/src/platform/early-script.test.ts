import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { EARLY_SCRIPT } from './early-script.ts'

interface Box {
  type: string
  form: null
  closest: () => Box
}
type Listener = (event: { target: Box; preventDefault: () => void; stopPropagation: () => void }) => void

/** The script in a page of its own; answers how to press, and what is to be done in the end. */
function page() {
  const window: { takeEarly?: () => { pressed: Box[] } } = {}
  const listeners = new Map<string, Listener>()
  const addEventListener = (name: string, listener: Listener) => listeners.set(name, listener)
  runInNewContext(EARLY_SCRIPT, { window, addEventListener, removeEventListener: () => undefined })
  return {
    box(type: string): Box {
      const box: Box = { type, form: null, closest: () => box }
      return box
    },
    /** Whether the page, which may be taking over at this moment, hears of it too. */
    press(target: Box): boolean {
      let goesOn = true
      listeners.get('click')?.({ target, preventDefault: () => undefined, stopPropagation: () => (goesOn = false) })
      return goesOn
    },
    pressed: () => window.takeEarly?.().pressed,
  }
}

describe('脚本到来前的按键', () => {
  it('勾了又去掉的框不再勾上；按了几次的按钮只按一次', () => {
    const { box, press, pressed } = page()
    const [agreed, wanted, button] = [box('checkbox'), box('checkbox'), box('submit')]
    for (const one of [agreed, wanted, agreed, button, button]) press(one)
    expect(pressed()).toEqual([wanted, button])
  })

  it('记下的一次点击不再传给正在接手的页面：否则点一次做两次', () => {
    const { box, press, pressed } = page()
    const button = box('submit')
    expect(press(button)).toBe(false)
    expect(pressed()).toEqual([button])
  })

  it('选了一个又改回来，以最后选的为准', () => {
    const { box, press, pressed } = page()
    const [first, second] = [box('radio'), box('radio')]
    for (const one of [first, second, first]) press(one)
    expect(pressed()?.at(-1)).toBe(first)
  })
})
