import sharp from 'sharp'
import { afterAll, afterEach, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../test/harness.ts'
import { openClamd } from '../../../../test/stand-ins/clamd.ts'
import { upload } from '../../../../test/upload.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
/** What this clamd knows as a virus, within what the shop would take otherwise. */
const VIRUS = 'harmless words'
const clamd = await openClamd(0, { virus: VIRUS, max: 1024 * 1024 })
const shop = await testShop({ now: NOW, channels: { ...NO_CHANNELS, virusScan: { host: '127.0.0.1', port: clamd.port } } })
const buyer = await makeCompany(shop.database.db)
const admin = await makeStaffOf(shop.database.db, 'administrator')
const quality = await makeStaffOf(shop.database.db, 'quality')
afterEach(() => {
  clamd.mood = {}
})
afterAll(() => clamd.stop())

const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#cde' } })
  .jpeg()
  .toBuffer()
const infected = Buffer.concat([jpeg, Buffer.from(VIRUS)])
const filesKept = async () => Number((await shop.database.pool.query('select count(*) as n from stored_file')).rows[0].n)
const files = async () => (await shop.ask('GET', '/api/staff/file_places', { cookie: admin })).data

it('干净的收下；有毒的、太大的各有一句话，不留下任何东西', async () => {
  expect((await upload(shop, buyer.cookie, jpeg)).code).toBe(200)
  expect(clamd.scanned.at(-1)?.equals(jpeg)).toBe(true)
  const kept = await filesKept()
  const messages = async (content: Buffer) => (await upload(shop, buyer.cookie, content)).data.errors
  expect(await messages(infected)).toEqual([{ field: 'file', message: '文件未通过安全检查，不能上传' }])
  expect(await messages(Buffer.alloc(9 * 1024 * 1024, 'x'))).toEqual([{ field: 'file', message: '文件超过查毒程序能检查的大小，不能上传' }])
  expect(await filesKept()).toBe(kept)
})

it('查毒程序没有答复：不收，请过一会儿再来；运行状态页说明原因；好了就照收', async () => {
  const kept = await filesKept()
  clamd.mood = { down: true }
  expect(await upload(shop, buyer.cookie, jpeg)).toMatchObject({ status: 503, message: '查毒程序暂时没有答复，请稍后再试' })
  expect((await files()).scanner).toMatchObject({ name: 'ClamAV', version: '', problem: expect.stringContaining('查毒程序') })
  const channels = (await shop.ask('GET', '/api/staff/channel', { cookie: admin })).data.list
  expect(channels).toContainEqual(expect.objectContaining({ key: 'virus_scan', name: '查毒程序', state: 'failing' }))
  clamd.mood = {}
  expect(await filesKept()).toBe(kept)
  expect((await upload(shop, buyer.cookie, jpeg)).code).toBe(200)
  expect((await files()).scanner).toEqual({ name: 'ClamAV', version: 'ClamAV 1.4.6/27800/Thu Nov 26 08:00:00 2026', problem: '' })
})

it('检验报告逐份查毒：有毒的、没有答复的那份不收，说明是哪一份', async () => {
  const parts = (name: string, content: Buffer) => {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  }
  const send = async (content: Buffer) => {
    const raw = parts('A1_B1.pdf', content)
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return (await shop.ask('POST', '/api/staff/report/upload', { cookie: quality, raw, headers })).data.list
  }
  expect(await send(infected)).toEqual([{ name: 'A1_B1.pdf', outcome: 'refused', message: '文件未通过安全检查，不能上传', id: null }])
  clamd.mood = { down: true }
  expect(await send(Buffer.from('%PDF-1.4'))).toMatchObject([{ outcome: 'refused', message: '查毒程序没有答复，这份没有收下，请稍后再传' }])
})

it('没有查毒程序的商店：页面说只有内置检查；看运行状态的人才看得到', async () => {
  const bare = await openShop({ now: NOW })
  try {
    const cookie = await makeStaffOf(bare.database.db, 'administrator')
    const { data } = await bare.ask('GET', '/api/staff/file_places', { cookie })
    expect(data).toMatchObject({ storage: null, away: { files: 0 }, scanner: { name: '内置检查', version: '', problem: '' } })
  } finally {
    await bare.close()
  }
  expect((await shop.ask('GET', '/api/staff/file_places', { cookie: quality })).status).toBe(403)
})
