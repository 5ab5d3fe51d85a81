import { expect, it } from 'vitest'
import { arranged, chosenColumns, listOf, moved, queryOfView, withView } from './list-views.ts'

const params = (text: string) => new URLSearchParams(text)

it('视图记住筛选、排序和列，不记翻到哪一页、看着哪一行', () => {
  const query = queryOfView(params('status=paid&page=3&look=7&view=2&after=9&cols=no,total&sort=-total&no='))
  expect(query).toBe('cols=no%2Ctotal&sort=-total&status=paid')
  expect(queryOfView(withView(query, 5))).toBe(query)
  expect(withView(query, 5).get('view')).toBe('5')
})

it('同样的筛选不论先后，是同一个视图', () => {
  expect(queryOfView(params('b=2&a=1'))).toBe(queryOfView(params('a=1&b=2')))
})

it('列按选定的次序出现；没有权限看的列、已经没有的列略去，一列不剩就全部显示', () => {
  const columns = ['no', 'company', 'total']
  const show = (text: string) => arranged(columns, (one) => one, chosenColumns(params(text)))
  expect(show('')).toEqual(columns)
  expect(show('cols=total,no')).toEqual(['total', 'no'])
  expect(show('cols=price,no')).toEqual(['no'])
  expect(show('cols=price')).toEqual(columns)
})

it('列上移下移，到头就停', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
})

it('记录页里的列表没有视图', () => {
  expect([listOf('/orders'), listOf('/service/after-sales/'), listOf('/companies/12'), listOf('/')]).toEqual([
    'orders',
    'service/after-sales',
    null,
    null,
  ])
})
