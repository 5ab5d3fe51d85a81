import { describe, expect, it } from 'vitest'
import type { ChatMessageWire } from '#contract/chat.ts'
import { dayText, merged, type Outgoing, stillOut, timeText } from './thread.ts'

const message = (id: number, more: Partial<ChatMessageWire> = {}): ChatMessageWire => ({
  id,
  sender: 'buyer',
  name: '店员',
  kind: 'text',
  text: String(id),
  card: null,
  picture: null,
  client_id: `key-${id}`,
  created_at: '2026-11-21T02:00:00.000Z',
  ...more,
})
const out = (client_id: string): Outgoing => ({ client_id, draft: { text: '在吗' }, state: 'sending', problem: '', network: false, at: '' })

describe('不重不漏', () => {
  it('后到的、重复到的、次序颠倒的，合在一起每条一次，按先后排', () => {
    const known = [message(3), message(5)]
    expect(merged(known, [message(4), message(5), message(1)]).map(({ id }) => id)).toEqual([1, 3, 4, 5])
    expect(merged(known, [message(3)])).toBe(known)
  })

  it('历史里已经有的不再算在路上；对方的同号消息不算', () => {
    const outbox = [out('key-1'), out('key-2')]
    expect(stillOut(outbox, [message(1)], 'buyer').map(({ client_id }) => client_id)).toEqual(['key-2'])
    expect(stillOut(outbox, [message(1, { sender: 'staff' })], 'buyer')).toBe(outbox)
  })
})

it('日期按北京时间说成今天、昨天、几月几日', () => {
  const now = Date.parse('2026-11-21T10:00:00+08:00')
  expect(
    ['2026-11-21T00:00:00+08:00', '2026-11-20T23:59:00+08:00', '2026-11-03T09:00:00+08:00', '2025-12-03T09:00:00+08:00'].map((at) =>
      dayText(at, now),
    ),
  ).toEqual(['今天', '昨天', '11月3日', '2025年12月3日'])
  expect(timeText('2026-11-21T01:05:00Z')).toBe('09:05')
})
