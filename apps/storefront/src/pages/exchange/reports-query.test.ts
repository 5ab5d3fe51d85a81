import { describe, expect, it } from 'vitest'
import { reportsQuery, reportsValues, reportsView } from './reports-query.ts'

const viewOf = (text: string) => reportsView(new URL(`https://shop.example/ypjybg${text}`))

describe('检验报告页的地址', () => {
  it('说不通的条件当作没有', () => {
    expect(viewOf('?state=x&order=-1&from=2026-02-30&page=0')).toEqual({ keywords: '', from: '', to: '', state: 'all', order: 0, page: 1 })
  })

  it('带空格的追溯码合在一起查，批号和名称照原样', () => {
    expect(reportsQuery(viewOf('?keywords=8123 4567 8901 2345 6789')).keyword).toBe('81234567890123456789')
    expect(reportsQuery(viewOf('?keywords=阿莫西林 胶囊')).keyword).toBe('阿莫西林 胶囊')
  })

  it('地址里只留问到的', () => {
    const view = viewOf('?keywords=B1&state=missing&order=12&page=3')
    expect(reportsValues(view)).toMatchObject({ keywords: 'B1', state: 'missing', order: 12, page: 3, from: undefined })
    expect(reportsQuery(view)).toEqual({ page: 3, keyword: 'B1', state: 'missing', order_id: 12 })
  })
})
