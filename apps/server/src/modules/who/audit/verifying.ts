import { beijingMinute } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { hashAfter } from './seal-store.ts'
import { firstUnsealed, firstVanished, readSealed, type SealedRow, sealBefore, sealOf } from './verify-views.ts'

const AT_ONCE = 2000
/** So long a row may wait for its seal. */
const SEAL_WITHIN_MS = 60_000

export interface Verdict {
  /** Rows that are as they were when they were sealed. */
  rows: number
  until: Date | null
  /** Of the last seal that was looked at and is right, to be kept elsewhere. */
  last: { seq: number; hash: string } | null
  /** The first place where the record is not what it was; null: it is. */
  broken: string | null
}

export interface VerifyOptions {
  /** Begins with what was sealed from then on; what came before is believed. */
  from?: Date
  /** A hash that was kept elsewhere: the chain must still have it. */
  kept?: string
}

const named = ({ id, at, action, subject }: { id: number; at: Date | null; action: string | null; subject: string | null }): string =>
  at === null ? `记录 ${id}` : `记录 ${id}（${beijingMinute(at)}，${action}，${subject}）`

function faultOf(row: SealedRow, previous: { seq: number; hash: Buffer | null }): string | null {
  if (row.seq !== previous.seq + 1) return `第 ${previous.seq + 1} 条封条不见了，其后是第 ${row.seq} 条（记录 ${row.auditId}）`
  const sealed = `封存于 ${beijingMinute(row.sealedAt)}，第 ${row.seq} 条封条`
  if (row.text === null) return `记录 ${row.auditId} 不见了（${sealed}）`
  if (hashAfter(previous.hash, row.text).equals(row.hash)) return null
  return `${named({ ...row, id: row.auditId })}与封存时不同：记录或封条被改动（${sealed}）`
}

/** Rows that the chain does not hold though it should. */
async function looseRow({ db }: DatabaseHandle, from: Date | null, now: Date): Promise<string | null> {
  const vanished = await firstVanished(db)
  if (vanished !== null) return `记录 ${vanished} 写下之后、封存之前不见了`
  const unsealed = await firstUnsealed(db, from, new Date(now.getTime() - SEAL_WITHIN_MS))
  if (unsealed === null) return null
  const why = unsealed.isWaiting
    ? '等待封存已超过一分钟：商店没有运行，或封存停了'
    : '没有封条，也不在待封之列：封条被取走，或记录是绕过程序写入的'
  return `${named(unsealed)}${why}`
}

async function keptIsGone({ db }: DatabaseHandle, kept: string | undefined): Promise<string | null> {
  if (kept === undefined || (await sealOf(db, Buffer.from(kept, 'hex'))) !== null) return null
  return `链上没有您保存的封条 ${kept}：自那以后整条链被重写过，或末尾被截去`
}

/** Walks the chain in batches and says where it breaks first. Reads only. */
export async function verifyAudits(database: DatabaseHandle, { from, kept }: VerifyOptions, now: Date): Promise<Verdict> {
  let previous: { seq: number; hash: Buffer | null } = from ? await sealBefore(database.db, from) : { seq: 0, hash: null }
  const verdict: Verdict = { rows: 0, until: null, last: null, broken: null }
  for (;;) {
    const batch = await readSealed(database.db, previous.seq, AT_ONCE)
    for (const row of batch) {
      verdict.broken = faultOf(row, previous)
      if (verdict.broken !== null) return verdict
      previous = { seq: row.seq, hash: row.hash }
      verdict.rows += 1
      verdict.until = row.sealedAt
      verdict.last = { seq: row.seq, hash: row.hash.toString('hex') }
    }
    if (batch.length < AT_ONCE) break
  }
  verdict.broken = (await keptIsGone(database, kept)) ?? (await looseRow(database, from ?? null, now))
  return verdict
}

/** The verdict as whoever asked reads it. */
export function verdictText({ rows, until, last, broken }: Verdict): string {
  const walked = until === null ? '没有核对到封存的操作记录' : `操作记录核对了 ${rows} 条，封存至 ${beijingMinute(until)}（北京时间）`
  const lines = [broken === null ? `${walked}，与封存时一致` : walked]
  if (broken !== null) lines.push(`断在这里：${broken}`)
  if (last !== null) lines.push(`${broken === null ? '末条' : '断处之前'}封条（第 ${last.seq} 条，请另存一处）：${last.hash}`)
  return lines.join('\n')
}
