import { expect, it } from 'vitest'
import { keepReplies, REPLIES_MAX, readReplies, withReply } from './quick-replies.ts'

const kept = (text: string | null) => ({ getItem: () => text })

it('快捷回复存在本机：存什么读什么，最多九句，同一句只留一次', () => {
  const stored: string[] = []
  const replies = withReply(withReply(['一', '二'], '三'), '二')
  expect(replies).toEqual(['二', '三', '一'])
  keepReplies({ setItem: (_key, text) => void stored.push(text) }, replies)
  expect(readReplies(kept(stored[0] ?? ''))).toEqual(replies)
  const many = Array.from({ length: 20 }, (_, at) => `第 ${at} 句`)
  expect(readReplies(kept(JSON.stringify(many)))).toHaveLength(REPLIES_MAX)
  expect(withReply(many.slice(0, REPLIES_MAX), '新的')).toHaveLength(REPLIES_MAX)
  expect(withReply(['一'], '   ')).toEqual(['一'])
})

it('没有存过、存坏了、浏览器不让存：有三句可用，不出错', () => {
  expect(readReplies(kept(null))).toHaveLength(3)
  expect(readReplies(kept('{"a":1}'))).toHaveLength(3)
  expect(readReplies(kept('[bad'))).toHaveLength(3)
  expect(readReplies(kept('["好", 5, null]'))).toEqual(['好'])
  const full = () => {
    throw new Error('quota')
  }
  expect(() => keepReplies({ setItem: full }, ['一'])).not.toThrow()
})
