import { ApiError } from '../../api/client.ts'
import { moneyText } from '../../parts/yuan.ts'
import type { Change } from './changes.ts'
import { field, list } from './failure.ts'

/** What the refused submit says has changed since step 2 was shown (data.changes of a 409), in words. */
export interface Told {
  changes: Change[]
  /** 元 that the order would come to now. */
  total: string
}

const off = (yuan: string): string => (yuan === '0.00' ? '无' : moneyText(`-${yuan}`))
const same = (text: string): string => text

/** By the kind of a change: what it concerns, and how its two sides are written. */
const WORDS: Readonly<Record<string, { what: string; text: (value: string) => string } | undefined>> = {
  price: { what: '单价', text: moneyText },
  number: { what: '数量', text: same },
  added: { what: '商品', text: (value) => value || '未选' },
  reduction: { what: '金额', text: off },
  coupon: { what: '使用', text: same },
  gift: { what: '赠送', text: same },
  shipping: { what: '金额', text: moneyText },
  cashback: { what: '金额', text: moneyText },
  total: { what: '金额', text: moneyText },
}

export function toldChanges(error: unknown): Told {
  if (!(error instanceof ApiError)) return { changes: [], total: '' }
  const changes = list(error.data, 'changes').flatMap((change, place): Change[] => {
    const words = WORDS[String(field(change, 'what'))]
    if (words === undefined) return []
    const side = (name: string): string => words.text(String(field(change, name) ?? ''))
    return [
      {
        key: `told-${place}`,
        subject: String(field(change, 'name') ?? ''),
        what: words.what,
        before: side('before'),
        after: side('after'),
      },
    ]
  })
  return { changes, total: String(field(error.data, 'total_after') ?? '') }
}
