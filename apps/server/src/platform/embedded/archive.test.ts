import { chmodSync, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveCommand, baseCopies, clearArchive, logFolder } from './archive.ts'
import { archiveEmbedded } from './archiving.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { findRunning } from './postmaster.ts'
import { recover } from './recovery.ts'

let folder: string
const dataDir = () => join(folder, 'data')
/** A name that a shell would read otherwise: a blank, a quote, a per cent sign. */
const archive = () => join(folder, "ar chive'100%")
const cluster = (of: string) => join(of, 'postgres', 'pg18')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anheng-archive-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function asked<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

async function numbersIn(of: string): Promise<number[]> {
  const embedded = await openEmbeddedDatabase(of)
  try {
    return (await asked<{ n: number }>(embedded.url, 'select n from kept order by n')).map(({ n }) => n)
  } finally {
    await embedded.stop()
  }
}

/** The moment between two deeds, by the server's clock. */
async function momentOf(url: string): Promise<Date> {
  await sleep(30)
  const [row] = await asked<{ at: Date }>(url, 'select clock_timestamp() as at')
  await sleep(30)
  if (!row) throw new Error('no clock')
  return row.at
}

describe('归档与恢复到某一刻', { timeout: 180_000 }, () => {
  it('底本之后的每一刻都能恢复：之前的都在，之后的都不在；断电后也一样；归档不被改动', async () => {
    const made = await openEmbeddedDatabase(dataDir())
    await asked(made.url, 'create table kept as select 1 as n')
    await made.stop()
    // Nobody else holds the server: it is started again with its log kept, without a word.
    const { copy } = await archiveEmbedded(dataDir(), archive(), 14)
    expect(copy.files).toBeGreaterThan(500)
    expect(copy.version).toBe('18')

    const shop = await openEmbeddedDatabase(dataDir())
    expect(await asked(shop.url, 'show archive_mode')).toEqual([{ archive_mode: 'on' }])
    await asked(shop.url, 'insert into kept values (2)')
    const afterTwo = await momentOf(shop.url)
    await asked(shop.url, 'insert into kept values (3)')
    // A second copy of the running server, with deeds before and after it.
    const second = await archiveEmbedded(dataDir(), archive(), 14)
    await asked(shop.url, 'insert into kept values (4)')
    const afterFour = await momentOf(shop.url)
    // The mistake that is to be undone.
    await asked(shop.url, 'delete from kept')
    const [closed] = await asked<{ piece: string }>(shop.url, 'select pg_walfile_name(pg_switch_wal()) as piece')
    const pieces = () => readdirSync(logFolder(archive()))
    await expect.poll(pieces, { timeout: 20_000 }).toContain(`${closed?.piece}.gz`)
    // The machine goes without a farewell.
    process.kill(shop.pid, 'SIGQUIT')
    await expect.poll(() => findRunning(cluster(dataDir()))).toBeNull()

    const listed = pieces()
    const toTwo = await recover(archive(), afterTwo, join(folder, 'two'))
    expect(toTwo.from).toBe(copy.folder)
    expect(await numbersIn(join(folder, 'two'))).toEqual([1, 2])
    const toFour = await recover(archive(), afterFour, join(folder, 'four'))
    expect(toFour.from).toBe(second.copy.folder)
    expect(toFour.lastDeed?.getTime()).toBeLessThanOrEqual(afterFour.getTime())
    expect(await numbersIn(join(folder, 'four'))).toEqual([1, 2, 3, 4])
    // As late as it goes: the mistake is part of it.
    await recover(archive(), null, join(folder, 'all'))
    expect(await numbersIn(join(folder, 'all'))).toEqual([])
    // The three are shops of their own: what they write is theirs.
    expect(pieces()).toEqual(listed)
    const own = await openEmbeddedDatabase(join(folder, 'four'))
    expect(await asked(own.url, 'show archive_mode')).toEqual([{ archive_mode: 'off' }])
    await own.stop()
  })

  it('恢复不了的说清楚，不留下半个数据库：比底本早、比最后一笔晚、目录里已有数据库', async () => {
    const early = join(folder, 'early')
    await expect(recover(archive(), new Date(0), early)).rejects.toThrow('最早只能恢复到')
    const late = join(folder, 'late')
    await expect(recover(archive(), new Date(Date.now() + 3_600_000), late)).rejects.toThrow(/归档里最后一笔在 \d{4}-.*早于所要的时刻/)
    expect(existsSync(cluster(late))).toBe(false)
    await expect(recover(archive(), null, join(folder, 'two'))).rejects.toThrow('恢复只写进新的目录')
    await expect(recover(join(folder, 'nowhere'), null, late)).rejects.toThrow('没有这个目录')
    await expect(archiveEmbedded(dataDir(), 'relative', 14)).rejects.toThrow('完整的路径')
  })

  it('商城还开着、还没有归档时：设好，并请人重新启动', async () => {
    const other = join(folder, 'busy')
    const shop = await openEmbeddedDatabase(other)
    await expect(archiveEmbedded(other, join(folder, 'later'), 14)).rejects.toThrow('请重新启动商城')
    await shop.stop()
    const { copy } = await archiveEmbedded(other, join(folder, 'later'), 14)
    expect(statSync(copy.folder).mode & 0o077).toBe(0)
  })

  it('过了保留天数：最早那一刻用不到的底本和日志清掉，最新一份总在', async () => {
    const copies = await baseCopies(archive())
    expect(copies).toHaveLength(2)
    const [first, second] = copies
    if (!first || !second) throw new Error('two copies')
    const day = 86_400_000
    // Kept are the two days before this moment, and the first copy serves their beginning.
    const between = new Date((Date.parse(first.finishedAt) + Date.parse(second.finishedAt)) / 2)
    expect((await clearArchive(archive(), 2, new Date(between.getTime() + 2 * day))).copies).toBe(0)
    const cleared = await clearArchive(archive(), 2, new Date(Date.parse(second.finishedAt) + 2 * day))
    expect(cleared.copies).toBe(1)
    expect(cleared.pieces).toBeGreaterThan(0)
    expect((await clearArchive(archive(), 1, new Date(Date.now() + 900 * day))).copies).toBe(0)
    await recover(archive(), null, join(folder, 'still'))
    expect(await numbersIn(join(folder, 'still'))).toEqual([])
  })

  it('一段日志已在归档里：相同的认作已存，不同的绝不覆盖', () => {
    expect(archiveCommand("/a b'c%")).toContain(`'/a b'\\''c%%/log'`)
  })
})
