/** npm run check-paper -- file.pdf [--root root.pem]…: whose signatures stand on a PDF, and whether it is as they left it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkPaper, type SignatureCheck } from '../apps/server/src/modules/papers/documents/public.ts'
import { defaultDataDir } from '../apps/server/src/platform/embedded/default-data-dir.ts'

const SOURCE_TREE = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Of a PEM file, which may hold several, or a DER file. */
async function rootsIn(path: string): Promise<(Uint8Array | string)[]> {
  const bytes = await readFile(path)
  const found = bytes.toString('latin1').match(PEM)
  return found ?? [bytes]
}

const beijing = (at: Date): string => at.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })

function lineOf({ subject, signedAt, valid, trusted, coversAll, stamp }: SignatureCheck, at: number): string {
  return [
    `签名 ${at + 1}：${subject}`,
    signedAt === null ? '' : `签署 ${beijing(signedAt)}`,
    valid ? '内容未改' : '内容已改！',
    trusted ? '证书受信任' : '证书不受信任！',
    coversAll ? '覆盖整个文件' : '之后又有签名',
    stamp === null ? '无时间戳' : `时间戳 ${beijing(stamp.at)} ${stamp.authority}${stamp.fits && stamp.trusted ? '' : '（不可信！）'}`,
  ]
    .filter((part) => part !== '')
    .join('，')
}

/** 0: every signature is right · 1: something is not · 2: it could not be looked at. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string', multiple: true } } })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) {
    process.stderr.write('用法：npm run check-paper -- 文件.pdf [--root 根证书.pem]\n')
    return 2
  }
  const roots = values.root ?? [join(process.env.DATA_DIR?.trim() || defaultDataDir(SOURCE_TREE), 'signing', 'root.pem')]
  const trusted = (await Promise.all(roots.map(rootsIn))).flat()
  const { good, signatures, faults } = await checkPaper(await readFile(path), trusted)
  for (const [at, one] of signatures.entries()) process.stdout.write(`${lineOf(one, at)}\n`)
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
  if (good) process.stdout.write('✓ 文件完整，签名有效\n')
  return good ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error ? error.path : null
  const why = missing === null ? String(error instanceof Error ? error.message : error) : `找不到文件 ${missing}（根证书用 --root 指定）`
  process.stderr.write(`核验没有完成：${why}\n`)
  process.exitCode = 2
}
