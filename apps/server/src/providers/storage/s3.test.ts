import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { openS3 } from '../../../test/stand-ins/s3.ts'
import { Refused, Unanswered } from '../outside/ask.ts'
import { addressOf, type S3Options, s3Storage } from './s3.ts'
import { sha256Hex, signedHeaders } from './s3-signing.ts'

const folder = mkdtempSync(join(tmpdir(), 's3-'))
const service = await openS3(folder)
afterEach(() => {
  service.mood = {}
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const { url, bucket, region, accessKey, secret } = service
const OPTIONS: S3Options = { url, bucket, region, accessKey, secret, style: 'path', prefix: 'shop/', isWanted: true, keepDays: 35 }
const LIMITS = { answerMs: 300, silences: 2, restMs: 400 }
const storageWith = (change: Partial<S3Options> = {}, clock?: () => Date) => s3Storage({ ...OPTIONS, ...change }, clock, LIMITS)
const storage = storageWith()
const hash = (content: Buffer) => createHash('sha256').update(content).digest()
const content = randomBytes(100_000)

it('放进去、看有没有、取出来、删掉；没有的就说没有，删两次也一样', async () => {
  await storage.put('ab/one', content, hash(content))
  await storage.put('ab/one', content, hash(content))
  expect(service.names()).toEqual(['shop/ab/one'])
  expect(await storage.head('ab/one')).toBe(content.length)
  expect((await storage.get('ab/one'))?.equals(content)).toBe(true)
  await storage.delete('ab/one')
  await storage.delete('ab/one')
  expect([await storage.get('ab/one'), await storage.head('ab/one'), service.names()]).toEqual([null, null, []])
})

it('没有签名的人什么也拿不到；密钥、地区、时钟不对的被拒绝，不当作“没有这个文件”', async () => {
  await storage.put('one', content, hash(content))
  expect((await fetch(addressOf(OPTIONS, 'one'))).status).toBe(403)
  for (const wrong of [{ secret: 'wJalrXUtnFEMI/K7MDENG+other' }, { accessKey: 'AKIDOTHER' }, { region: 'us-east-1' }, { bucket: 'other' }])
    await expect(storageWith(wrong).get('one')).rejects.toBeInstanceOf(Refused)
  await expect(storageWith({}, () => new Date(Date.now() - 3_600_000)).get('one')).rejects.toThrow('RequestTimeTooSkewed')
  await expect(storage.put('two', content, hash(Buffer.from('other')))).rejects.toThrow('XAmzContentSHA256Mismatch')
  expect(service.names()).toEqual(['shop/one'])
})

it('桶名写在主机名里的写法：地址和签名都对', async () => {
  const host = addressOf({ ...OPTIONS, style: 'host', url: 'https://oss-cn-hangzhou.aliyuncs.com' }, 'ab/one')
  expect(host.href).toBe('https://anheng-files.oss-cn-hangzhou.aliyuncs.com/shop/ab/one')
  expect(addressOf({ ...OPTIONS, url: 'https://minio.lan:9000/s3/' }, 'ab/one').href).toBe(
    'https://minio.lan:9000/s3/anheng-files/shop/ab/one',
  )
  await storage.put('two', content, hash(content))
  const asked = addressOf({ ...OPTIONS, style: 'host', url: 'http://storage.lan' }, 'two')
  const headers = signedHeaders({ method: 'HEAD', url: asked, payload: sha256Hex('') }, OPTIONS, new Date())
  const status = await new Promise((resolve) => {
    const { port } = new URL(url)
    request({ host: '127.0.0.1', port, path: asked.pathname, method: 'HEAD', headers: { ...headers, host: asked.host } }, (answer) =>
      resolve(answer.statusCode),
    ).end()
  })
  expect(status).toBe(200)
})

it.each([
  ['没有开机', { down: true }],
  ['做了，却答 500', { says: 500 }],
  ['做了，却答 503', { says: 503 }],
  ['做了，连接断了', { deaf: true }],
  ['太慢', { late: 500 }],
])('%s：放的人听到没有答复，再放一次就好', async (what, mood) => {
  service.mood = mood
  await expect(storage.put(`again-${what.length}`, content, hash(content))).rejects.toBeInstanceOf(Unanswered)
  service.mood = {}
  await storage.put(`again-${what.length}`, content, hash(content))
  expect((await storage.get(`again-${what.length}`))?.equals(content)).toBe(true)
})

it('取到一半断了：不当作完整的；一时的毛病再问一次', async () => {
  await storage.put('whole', content, hash(content))
  service.mood = { cut: true }
  await expect(storage.get('whole')).rejects.toBeInstanceOf(Unanswered)
  service.mood = { says: 503 }
  setTimeout(() => {
    service.mood = {}
  }, 100)
  expect((await storage.get('whole'))?.equals(content)).toBe(true)
})

it('一再不出声：歇一会儿，问的人立刻知道；好了以后又能用', async () => {
  await storage.put('rest', content, hash(content))
  service.mood = { late: 2_000 }
  await expect(storage.get('rest')).rejects.toThrow('timeout')
  const before = performance.now()
  await expect(storage.head('rest')).rejects.toThrow('not asked')
  expect(performance.now() - before).toBeLessThan(100)
  service.mood = {}
  await new Promise((resolve) => setTimeout(resolve, LIMITS.restMs + 50))
  expect(await storage.head('rest')).toBe(content.length)
})
