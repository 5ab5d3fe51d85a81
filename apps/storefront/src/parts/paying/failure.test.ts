import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { failureText, refusalOf, refusedLines } from './failure.ts'

test('不能购买的行逐行说出原因', () => {
  const reasons = [{ code: 'NO_STOCK', message: '库存仅余 3 盒', action: null }]
  const error = new ApiError(409, '甲胶囊：库存仅余 3 盒', {
    reason: 'LINES_REFUSED',
    lines: [
      { id: 7, name: '甲胶囊', reasons },
      { id: 8, name: '乙片' },
    ],
  })
  expect(refusedLines(error)).toEqual([
    { id: 7, name: '甲胶囊', message: '库存仅余 3 盒' },
    { id: 8, name: '乙片', message: '暂不能购买' },
  ])
})
test.each([null, 'text', { lines: 'x' }, { lines: [null, 3] }])('回答里的数据 %j 不成样子，也不出错', (data) => {
  expect(refusalOf(new ApiError(409, '有变化', data)).message).toBe('有变化')
})
test('没有应答、被新请求代替、空消息各有说法，程序错误照样抛出', () => {
  expect(failureText(new NoAnswer('network'))).toBe('网络没有应答，请检查网络后再试')
  expect(failureText(new NoAnswer('cancelled'))).toBeNull()
  expect(failureText(new ApiError(502, '', null))).toBe('系统繁忙，请稍候再试')
  expect(() => failureText(new TypeError('bug'))).toThrow('bug')
})
