import { expect, it } from 'vitest'
import type { Changes } from './changes.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** A feed that is followed, and tells nothing. */
const changes = { memory: () => ({ mark: () => 0, mayKeep: () => true }) } as unknown as Changes

const NOW = new Date('2026-11-21T10:00:00+08:00')
const later = (ms: number) => new Date(NOW.getTime() + ms)

it('页头页脚的数据几秒内只读一次，失败不保留', async () => {
  const shared = createSharedAnswers(changes)
  let reads = 0
  const read = (status: number) => async () => ({ status, body: ++reads })
  expect((await shared('/api/global/header', NOW, read(500))).status).toBe(500)
  expect((await shared('/api/global/header', NOW, read(200))).body).toBe(2)
  expect((await shared('/api/global/header', later(2_000), read(200))).body).toBe(2)
  expect((await shared('/api/global/header', later(4_000), read(200))).body).toBe(3)
})

it.each(['/api/user/base', '/api/goods/list', '/api/index/floors', '/api/cart/list', '/api/globalx'])(
  '%s 每次都以访问者的身份读取',
  async (url) => {
    const shared = createSharedAnswers(changes)
    let reads = 0
    const read = async () => ({ status: 200, body: ++reads })
    await shared(url, NOW, read)
    expect((await shared(url, NOW, read)).body).toBe(2)
  },
)
