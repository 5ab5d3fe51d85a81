import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileNameOf, saveFile } from './save-file.ts'

describe('保存文件', () => {
  const link = { href: '', download: '', click: vi.fn() }
  const revoke = vi.fn()
  const answer = (disposition: string) =>
    vi.fn(async () => new Response('x', { headers: { 'content-type': 'application/octet-stream', 'content-disposition': disposition } }))

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { createElement: () => link })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    revoke.mockReset()
  })

  it('名称照回答里写的，浏览器慢也来得及取：地址一分钟后才收回', async () => {
    vi.stubGlobal('fetch', answer(`attachment; filename*=UTF-8''${encodeURIComponent('订单明细_2026-11-22.xlsx')}`))
    expect(await saveFile('/api/order/export')).toBe('')
    expect(link).toMatchObject({ href: 'blob:1', download: '订单明细_2026-11-22.xlsx' })
    expect(link.click).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(30_000)
    expect(revoke).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1')
  })
})

it.each([
  ['attachment; filename="file"; filename*=UTF-8\'\'%E8%AE%A2%E5%8D%95.xlsx', '订单.xlsx'],
  ["attachment; filename*=UTF-8''%E8", ''],
  ["attachment; filename*=UTF-8''%E6%B8%85%27%28%29.xlsx; x=1", "清'().xlsx"],
  ['attachment', ''],
  [null, ''],
])('从 %s 得到文件名 %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
