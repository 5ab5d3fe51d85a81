import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { openS3 } from '../../../../test/stand-ins/s3.ts'
import { upload } from '../../../../test/upload.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { Unanswered } from '../../../providers/outside/ask.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'
import { type S3Options, s3Storage } from '../../../providers/storage/s3.ts'
import { keepMadeFile } from './claims.ts'
import { contentOf } from './contents.ts'
import { clearObjects, moveFiles } from './moving.ts'
import { placements } from './object-store.ts'
import { objectsReport, refuseWithoutStorage } from './objects.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const DAY_MS = 24 * 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'objects-'))
const service = await openS3(folder)
const { url, bucket, region, accessKey, secret } = service
const storage: S3Options = { url, bucket, region, accessKey, secret, style: 'path', prefix: '', isWanted: true, keepDays: 35 }
/** A busy machine takes its time over the largest file. */
const LIMITS = { answerMs: 20_000, silences: 5, restMs: 50 }
const shop = await testShop({ now: NOW, channels: { ...NO_CHANNELS, storage }, storageLimits: LIMITS })
const { db, pool, url: databaseUrl } = shop.database
const buyer = await makeCompany(db)
const other = await makeCompany(db)
afterEach(() => {
  service.mood = {}
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** The same shop as a process that was started with other settings; null: with none. */
async function startedWith<T>(
  change: Partial<S3Options> | null,
  work: (database: DatabaseHandle) => Promise<T>,
  limits = LIMITS,
): Promise<T> {
  const database = openDatabase(databaseUrl, { max: 4, storage: change && s3Storage({ ...storage, ...change }, undefined, limits) })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const made = (content: Buffer, purpose: 'document' | 'seal' = 'document'): Promise<number> =>
  keepMadeFile(db, { companyId: buyer.companyId, purpose, subject: 'paper:1', name: 'a.pdf', mime: 'application/pdf', content }, NOW)
const read = async (id: number, cookie = buyer.cookie, headers = {}) =>
  shop.app.inject({ url: `/api/file/${id}`, headers: { cookie: `sid=${cookie}`, ...headers } })
async function stateOf(id: number) {
  const { rows } = await pool.query('select content is null as away, object, fault from stored_file_content where file_id = $1', [id])
  return rows[0]
}
const objectsOf = async (id: number): Promise<number> =>
  Number((await pool.query('select count(*) as n from stored_object where file_id = $1', [id])).rows[0].n)
/** The clock's minute, as the queue would work it. */
async function minute(task = 'files.move') {
  await pool.query(`select graphile_worker.add_job($1, run_at => $2)`, [task, shop.clock.now])
  return shop.jobs.runDue([task])
}
const later = async <T>(days: number, work: () => Promise<T>): Promise<T> => {
  shop.clock.now = new Date(NOW.getTime() + days * DAY_MS)
  try {
    return await work()
  } finally {
    shop.clock.now = NOW
  }
}

describe('文件内容在对象存储里', () => {
  it('上传后先在数据库里，下一分钟搬出去；买家照样看到同样的内容，别的企业看不到；小图和没有变的不问存储', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#cde' } })
      .jpeg()
      .toBuffer()
    const { data } = await upload(shop, buyer.cookie, picture)
    const before = await read(data.id)
    expect(await stateOf(data.id)).toMatchObject({ away: false, object: null })
    await minute()
    expect(await stateOf(data.id)).toMatchObject({ away: true })
    service.asked.clear()
    const after = await read(data.id)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
    expect(service.asked.get('GET')).toBe(1)
    expect((await read(data.id, buyer.cookie, { 'if-none-match': after.headers.etag })).statusCode).toBe(304)
    expect((await shop.ask('GET', data.preview_url, { cookie: buyer.cookie })).status).toBe(200)
    expect((await read(data.id, other.cookie)).statusCode).toBe(404)
    expect(service.asked.get('GET')).toBe(1)
    // No word of the file, its owner or its name is in the object's name.
    expect(service.names().at(-1)).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{64}-\d+$/)
  })

  it('存储没有开机：上传照收、照看，任务说明没有答复；在存储里的说暂时取不到；好了以后接着搬', async () => {
    const away = await made(randomBytes(500))
    await minute()
    service.mood = { down: true }
    const here = await made(randomBytes(500))
    await expect(minute()).rejects.toBeInstanceOf(Unanswered)
    expect((await read(here)).statusCode).toBe(200)
    const answer = await read(away)
    expect([answer.statusCode, answer.json().message]).toEqual([503, '文件存储暂时没有答复，请稍后再试'])
    service.mood = {}
    await minute()
    expect(await stateOf(here)).toMatchObject({ away: true })
    expect([(await read(here)).statusCode, (await read(away)).statusCode]).toEqual([200, 200])
  })

  it.each([
    ['答 500', { says: 500 }],
    ['答 503', { says: 503 }],
    ['连接断了', { deaf: true }],
  ])('存储做了却%s：内容还在数据库里，再搬时用同一个对象', async (_what, mood) => {
    const id = await made(randomBytes(500))
    service.mood = mood
    await expect(minute()).rejects.toBeInstanceOf(Unanswered)
    expect(await stateOf(id)).toMatchObject({ away: false })
    service.mood = {}
    await minute()
    expect([await stateOf(id), await objectsOf(id)]).toMatchObject([{ away: true, fault: '' }, 1])
  })

  it('存储做得太慢：不再等，内容还在数据库里；做成了的再搬时用同一个对象', async () => {
    const id = await made(randomBytes(500))
    service.mood = { late: 600 }
    const hasty = { ...LIMITS, answerMs: 200 }
    await startedWith({}, ({ db: own }) => expect(moveFiles(own, NOW)).rejects.toBeInstanceOf(Unanswered), hasty)
    expect(await stateOf(id)).toMatchObject({ away: false })
    service.mood = {}
    await minute()
    expect([await stateOf(id), await objectsOf(id)]).toMatchObject([{ away: true, fault: '' }, 1])
  })

  it('存储给的不是放进去的，或者弄丢了：谁也拿不到错的内容；核对说得出是哪一个', async () => {
    const [wrong, lost] = [await made(randomBytes(500)), await made(randomBytes(501))]
    await minute()
    service.mood = { wrong: true }
    expect((await read(wrong)).statusCode).toBe(500)
    service.mood = {}
    expect(await objectsReport(db, { contents: true })).toMatchObject({ state: 'whole' })
    const nameOf = async (id: number) => service.names().find((name) => name.endsWith(`-${object[id]}`)) ?? ''
    const object = { [wrong]: (await stateOf(wrong)).object, [lost]: (await stateOf(lost)).object }
    const [wrongName, lostName] = [await nameOf(wrong), await nameOf(lost)]
    const right = (await contentOf(db, [lost]))[0]?.content ?? Buffer.alloc(0)
    service.drop(lostName)
    expect((await read(lost)).statusCode).toBe(500)
    expect(await objectsReport(db)).toMatchObject({ state: 'lost', text: expect.stringContaining(`文件 ${lost}：对象 ${lostName} 不在`) })
    service.put(wrongName, randomBytes(500))
    expect((await objectsReport(db)).text).not.toContain(wrongName)
    const { text } = await objectsReport(db, { contents: true })
    expect(text).toContain(`文件 ${wrong}：对象 ${wrongName} 的内容与登记的摘要不符`)
    service.put(wrongName, randomBytes(499))
    expect((await objectsReport(db)).text).toContain('应有 500 字节，实为 499')
    service.put(lostName, right)
    await pool.query('delete from stored_file where id = $1', [wrong])
    expect(await objectsReport(db)).toMatchObject({ state: 'whole' })
    service.mood = { down: true }
    expect(await objectsReport(db)).toMatchObject({ state: 'unknown' })
  })

  it('没有写对象存储的设置：核对说没有核对，商城不启动', async () => {
    await startedWith(null, async ({ db: bare }) => {
      expect(await objectsReport(bare)).toEqual({ state: 'unknown', text: expect.stringContaining('CHANNELS_FILE') })
      await expect(refuseWithoutStorage(bare)).rejects.toThrow('object_storage')
      expect(await moveFiles(bare, NOW)).toBe(0)
      await clearObjects(bare, NOW)
    })
    await expect(refuseWithoutStorage(db)).resolves.toBeUndefined()
  })

  it('事务里不问存储：印章的图片和特大的打包文件留在数据库', async () => {
    const [paper, seal, pack] = [
      await made(randomBytes(500)),
      await made(randomBytes(500), 'seal'),
      await made(Buffer.alloc(16 * 1024 * 1024 + 1, 'a')),
    ]
    await minute()
    expect([await stateOf(paper), await stateOf(seal), await stateOf(pack)]).toMatchObject([
      { away: true },
      { away: false },
      { away: false },
    ])
    await expect(transact(db, (trx) => contentOf(trx, [paper]))).rejects.toThrow('within a transaction')
    expect((await transact(db, (trx) => contentOf(trx, [seal]))).length).toBe(1)
    expect((await placements(db)).stays).toMatchObject({ files: 2 })
    await pool.query('delete from stored_file where id = $1', [pack])
  })

  it('内容与登记的摘要不符的不搬，说明原因，一天后再看', async () => {
    const id = await made(randomBytes(500))
    await pool.query(`update stored_file set sha256 = sha256('other') where id = $1`, [id])
    await minute()
    expect(await stateOf(id)).toMatchObject({ away: false, fault: '内容与登记的摘要不符' })
    expect((await placements(db)).faults).toBe(1)
    await pool.query(
      `update stored_file f set sha256 = sha256(c.content) from stored_file_content c where c.file_id = f.id and f.id = $1`,
      [id],
    )
    await minute()
    expect(await stateOf(id)).toMatchObject({ away: false })
    await later(1.1, minute)
    expect(await stateOf(id)).toMatchObject({ away: true, fault: '' })
  })

  it('一段一段取的大文件，取到一半搬走了：后半还是对的', async () => {
    const content = randomBytes(14 * 1024 * 1024)
    const id = await made(content)
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    const ask = async () =>
      (await once(get({ port, path: `/api/file/${id}`, headers: { cookie: `sid=${buyer.cookie}` } }), 'response'))[0] as IncomingMessage
    const slow = await ask()
    slow.pause()
    await minute()
    expect(await stateOf(id)).toMatchObject({ away: true })
    for (const answer of [slow, await ask()]) {
      const hash = createHash('sha256')
      for await (const part of answer) hash.update(part as Buffer)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
    }
  })
})

describe('控制台看得到', () => {
  it('内容在哪里、搬了多少、哪些搬不动、存储答不答复', async () => {
    const admin = await makeStaffOf(db, 'administrator')
    const places = async () => (await shop.ask('GET', '/api/staff/file_places', { cookie: admin })).data
    const id = await made(randomBytes(500))
    await pool.query(`update stored_file set sha256 = sha256('other') where id = $1`, [id])
    await minute()
    expect(await places()).toMatchObject({
      storage: { address: `${service.url}/anheng-files/`, is_wanted: 1, keep_days: 35, problem: '' },
      here: { files: 1, bytes: 500 },
      faults: 1,
      faulty: [{ id, name: 'a.pdf', fault: '内容与登记的摘要不符', at: NOW.toISOString() }],
    })
    service.mood = { down: true }
    expect((await places()).storage.problem).toContain('文件存储 GET probe')
    await pool.query('delete from stored_file where id = $1', [id])
  })
})

describe('清理和搬回', () => {
  it('文件删了，对象留到没有备份还用得着它的时候；在用的不动', async () => {
    const [kept, gone] = [await made(randomBytes(500)), await made(randomBytes(500))]
    await minute()
    const { object } = await stateOf(gone)
    const isThere = () => service.names().some((one) => one.endsWith(`-${object}`))
    await pool.query('delete from stored_file where id = $1', [gone])
    await minute('files.clear_objects')
    await later(2, () => minute('files.clear_objects'))
    await later(36, () => minute('files.clear_objects'))
    expect(isThere()).toBe(true)
    service.mood = { down: true }
    await expect(later(38, () => minute('files.clear_objects'))).rejects.toBeInstanceOf(Unanswered)
    service.mood = {}
    await later(38, () => minute('files.clear_objects'))
    expect([isThere(), await objectsOf(gone), await objectsOf(kept)]).toEqual([false, 0, 1])
    expect((await read(kept)).statusCode).toBe(200)
  })

  it('搬回数据库：内容一样，丢了的和不对的说明并留着，补上后再搬回；取的人一直取得到；再搬出去用新的对象', async () => {
    const [whole, lost, wrong] = [await made(randomBytes(500)), await made(randomBytes(500)), await made(randomBytes(500))]
    await minute()
    const before = (await read(whole)).rawPayload
    const nameOf = async (id: number) => service.names().find((one) => one.endsWith(`-${objects[id]}`)) ?? ''
    const objects = { [lost]: (await stateOf(lost)).object, [wrong]: (await stateOf(wrong)).object }
    const [lostName, wrongName] = [await nameOf(lost), await nameOf(wrong)]
    const [lostContent, wrongContent] = (await contentOf(db, [lost, wrong])).map((file) => file.content)
    service.drop(lostName)
    service.put(wrongName, randomBytes(500))
    await startedWith({ isWanted: false }, async (database) => {
      await moveFiles(database.db, NOW)
      expect(await placements(database.db)).toMatchObject({ away: { files: 2 }, faults: 2 })
      expect([await stateOf(lost), await stateOf(wrong)]).toMatchObject([
        { away: true, fault: '对象存储里没有它的内容' },
        { away: true, fault: '对象存储里的内容与登记的摘要不符' },
      ])
      service.put(lostName, lostContent ?? Buffer.alloc(0))
      service.put(wrongName, wrongContent ?? Buffer.alloc(0))
      expect(await moveFiles(database.db, NOW)).toBe(0)
      expect(await moveFiles(database.db, new Date(NOW.getTime() + 1.1 * DAY_MS))).toBe(2)
      expect((await placements(database.db)).away).toEqual({ files: 0, bytes: 0 })
    })
    expect((await read(whole)).rawPayload.equals(before)).toBe(true)
    await later(2, () => minute('files.clear_objects'))
    const { object } = (await pool.query('select id as object from stored_object where file_id = $1', [whole])).rows[0]
    await minute()
    expect((await stateOf(whole)).object).toBeGreaterThan(object)
    expect((await read(whole)).rawPayload.equals(before)).toBe(true)
  })

  it('刚读到“在存储里”就搬回并清掉了：再看一眼，内容在数据库里', async () => {
    const content = randomBytes(500)
    const id = await made(content)
    await minute()
    service.mood = { late: 300 }
    const reading = contentOf(db, [id])
    await sleep(100)
    const { object } = await stateOf(id)
    await pool.query('update stored_file_content set content = $2, object = null where file_id = $1', [id, content])
    service.drop(service.names().find((one) => one.endsWith(`-${object}`)) ?? '')
    expect((await reading)[0]?.content.equals(content)).toBe(true)
  })
})

/** MANY_FILES=10000 npx vitest run moving: the run of the issue. */
const MANY = Number(process.env.MANY_FILES ?? 200)
const PROCESS = fileURLToPath(new URL('../../../../test/stand-ins/s3-process.ts', import.meta.url))

describe('很多文件', () => {
  it('搬的时候有人读、有人写，存储中途被杀掉再起来：一个不丢，一个不错；再全部搬回', { timeout: 120_000 + MANY * 60 }, async () => {
    const own = mkdtempSync(join(tmpdir(), 'objects-many-'))
    let child: ChildProcess | null = null
    const begin = async (port: string) => {
      child = spawn(process.execPath, [PROCESS, own, port], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await once(child.stdout ?? child, 'data')
      return String(line).trim()
    }
    const kill = async () => {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
    }
    const address = await begin('0')
    const there = { url: address }
    try {
      await startedWith(there, async (database) => {
        const known = new Map<number, string>()
        const write = async () => {
          const content = randomBytes(200 + Math.floor(Math.random() * 3_000))
          const file = {
            companyId: buyer.companyId,
            purpose: 'document' as const,
            subject: 'many',
            name: 'a.pdf',
            mime: 'application/pdf',
            content,
          }
          const id = await keepMadeFile(database.db, file, NOW)
          known.set(id, createHash('sha256').update(content).digest('hex'))
        }
        for (let n = 0; n < MANY; n += 50) await Promise.all(Array.from({ length: Math.min(50, MANY - n) }, write))
        const wrong: number[] = []
        let [reads, refusals, kills, stops] = [0, 0, 0, 0]
        let isOver = false
        const readOne = async () => {
          const ids = [...known.keys()]
          const id = ids[Math.floor(Math.random() * ids.length)] ?? 0
          try {
            const [file] = await contentOf(database.db, [id])
            if (!file || createHash('sha256').update(file.content).digest('hex') !== known.get(id)) wrong.push(id)
            reads += 1
          } catch (error) {
            if (!(error instanceof Unanswered)) throw error
            refusals += 1
            await sleep(20)
          }
        }
        const readers = Array.from({ length: 3 }, async () => {
          while (!isOver) await readOne()
        })
        const writer = (async () => {
          while (!isOver) {
            await write()
            await sleep(20)
          }
        })()
        const killer = (async () => {
          const { port } = new URL(address)
          while (kills < 3) {
            await sleep(Math.max(300, MANY / 4))
            await kill()
            kills += 1
            await sleep(200)
            await begin(port)
          }
        })()
        const turn = async (into: DatabaseHandle) => {
          try {
            return await moveFiles(into.db, NOW, 5_000)
          } catch (error) {
            if (!(error instanceof Unanswered)) throw error
            stops += 1
            await sleep(100)
            return -1
          }
        }
        // Two processes move at once, as two servers of one shop would.
        const mover = async () => {
          while (kills < 3 || (await placements(database.db)).here.files > 10) await turn(database)
        }
        await Promise.all([mover(), mover(), killer])
        isOver = true
        await Promise.all([...readers, writer])
        while ((await turn(database)) !== 0);
        expect(await placements(database.db)).toMatchObject({ here: { files: 0 }, faults: 0 })
        expect(wrong).toEqual([])
        expect(reads).toBeGreaterThan(0)
        const checkAll = async () => {
          for (const id of known.keys()) await readOneOf(id)
        }
        const readOneOf = async (id: number) => {
          const [file] = await contentOf(database.db, [id])
          if (!file || createHash('sha256').update(file.content).digest('hex') !== known.get(id)) wrong.push(id)
        }
        await checkAll()
        expect(wrong).toEqual([])
        if (MANY > 1_000) process.stdout.write(`${JSON.stringify({ files: known.size, reads, refusals, kills, stops })}\n`)
        // Of other tests: those lie in another bucket.
        await startedWith({ ...there, isWanted: false }, async (back) => {
          while ((await turn(back)) !== 0);
          await checkAll()
          const { rows } = await pool.query(
            "select count(*)::int as n from stored_file_content c join stored_file f on f.id = c.file_id where f.subject = 'many' and c.object is not null",
          )
          expect(rows[0].n).toBe(0)
        })
        expect(wrong).toEqual([])
      })
    } finally {
      await kill()
      rmSync(own, { recursive: true })
    }
  })
})
