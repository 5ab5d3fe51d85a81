import { describe, expect, it } from 'vitest'
import { COMPLAINT_TOPICS, FEEDBACK_TOPICS } from '#contract/constants.ts'
import { problemsIn, TOPICS } from './feedback-form.ts'

const RIGHT = { topic: '商品', text: '希望增加按厂家筛选的功能', contact: '', order_no: '' }

describe('反馈表单', () => {
  it('页面上的类型就是服务器认的类型', () => expect(TOPICS).toEqual({ feedback: [...FEEDBACK_TOPICS], complaint: [...COMPLAINT_TOPICS] }))
  it('填对了没有错误，联系方式可以不填', () => expect(problemsIn(RIGHT)).toEqual({}))
  it.each([
    [{ topic: '' }, 'topic'],
    [{ text: '太短了' }, 'text'],
    [{ text: '😀😀😀😀😀' }, 'text'],
    [{ text: `   ${'字'.repeat(9)}   ` }, 'text'],
    [{ contact: '微信 abc' }, 'contact'],
    [{ contact: 'chen@xiqiao' }, 'contact'],
  ])('%j 的 %s 有错', (part, field) => expect(Object.keys(problemsIn({ ...RIGHT, ...part }))).toEqual([field]))
  it.each(['13900000001', '0851-12345678', 'chen@xiqiao.cn'])('联系方式 %s 可以', (contact) =>
    expect(problemsIn({ ...RIGHT, contact })).toEqual({}),
  )
})
