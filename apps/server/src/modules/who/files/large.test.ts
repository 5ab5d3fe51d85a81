import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { makeCompany } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const SIZE = 24 * 1024 * 1024

const shop = await testShop()
const { pool } = shop.database
const buyer = await makeCompany(shop.database.db)
const { rows } = await pool.query<{ id: number }>(
  `with kept as (
       insert into stored_file (company_id, purpose, subject, name, mime, size, sha256)
       values ($1, 'document', 'pack:1', '出库单据.zip', 'application/zip', $2, sha256('pack')) returning id)
     insert into stored_file_content (file_id, content) select id, decode(repeat('61', $2), 'hex') from kept returning file_id as id`,
  [buyer.companyId, SIZE],
)
const id: number = rows[0]?.id ?? 0
await shop.app.listen({ port: 0, host: '127.0.0.1' })

async function ask(): Promise<IncomingMessage> {
  const { port } = shop.app.server.address() as AddressInfo
  const [answer] = await once(get({ port, path: `/api/file/${id}`, headers: { cookie: `sid=${buyer.cookie}` } }), 'response')
  return answer as IncomingMessage
}

it('打包的大文件读一段取一段，不整个放进内存；一个字节不少', async () => {
  const whole = await ask()
  expect([whole.statusCode, whole.headers['content-length']]).toEqual([200, String(SIZE)])
  const hash = createHash('sha256')
  for await (const part of whole) hash.update(part as Buffer)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.alloc(SIZE, 'a')).digest('hex'))

  const slow = await ask()
  slow.pause()
  await pool.query('update stored_file_content set content = set_byte(content, $2, 98) where file_id = $1', [id, SIZE - 1])
  let last: Buffer = Buffer.alloc(0)
  for await (const part of slow) last = part as Buffer
  expect(last.at(-1)).toBe(98)
})

it('读到一半文件没有了：连接断开，不会当成完整的', async () => {
  const answer = await ask()
  answer.pause()
  await pool.query('delete from stored_file where id = $1', [id])
  const read = (async () => {
    for await (const _ of answer);
  })()
  await expect(read).rejects.toThrow()
})
