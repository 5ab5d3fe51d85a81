import { describe, expect, it } from 'vitest'
import { deliveriesQuery, deliveriesView, monthOf } from './deliveries-query.ts'

describe('电子出库单的筛选', () => {
  it('本月与上月：跨年、闰年二月的最后一天都对', () => {
    expect(monthOf('2026-11-22', 0)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(monthOf('2027-01-31', 1)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(monthOf('2028-03-01', 1)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
  it('地址里没有意义的条件当作没问；粘贴来的单号去掉空格', () => {
    const view = deliveriesView(new URL('http://shop/dzckd?state=x&from=2026-02-30&keywords=SH2026 1122&page=-3'))
    expect(view).toEqual({ state: 'all', keywords: 'SH2026 1122', from: '', to: '', page: 1 })
    expect(deliveriesQuery(view)).toEqual({ keywords: 'SH20261122', page: 1, per_page: 20 })
  })
})
