import { afterEach, describe, expect, it, vi } from 'vitest'
import { doWhatCameEarly } from './early.ts'

/** What a browser's field does, as far as it matters here. */
class Field extends EventTarget {
  isConnected = true
  events: string[] = []
  readonly type: string
  #value = ''

  constructor(type: string) {
    super()
    this.type = type
    for (const name of ['input', 'change', 'click']) this.addEventListener(name, () => this.events.push(name))
  }

  get value(): string {
    return this.#value
  }
  set value(text: string) {
    if (this.type === 'file' && text !== '') throw new Error('InvalidStateError')
    this.#value = text
  }

  click(): void {
    this.dispatchEvent(new Event('click'))
  }
}

afterEach(() => vi.unstubAllGlobals())

function takeOver(typed: [Field, string][], pressed: Field[]): void {
  vi.stubGlobal('HTMLSelectElement', class {})
  vi.stubGlobal('window', { takeEarly: () => ({ typed, pressed }) })
  doWhatCameEarly()
}

describe('脚本到来前做的事', () => {
  it('选好的文件不写回去，只告诉页面：写回去浏览器不许，整页会空白', () => {
    const file = new Field('file')
    const text = new Field('text')
    const button = new Field('button')
    const typed: [Field, string][] = [
      [file, 'C:\\fakepath\\licence.jpg'],
      [text, '13900000001'],
    ]
    takeOver(typed, [button])
    expect(file.events).toEqual(['change'])
    expect([text.value, text.events]).toEqual(['13900000001', ['input']])
    expect(button.events).toEqual(['click'])
  })
})
