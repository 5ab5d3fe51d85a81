import { createHash } from 'node:crypto'
import { ADDED_AFTER_SIGNING, nameFault, nameGuesses, nameKind, type ReportKind } from '#domain/reports.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { Unanswered } from '../../../providers/outside/ask.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { keepMadeFile, pdfRefusal, virusRefusal } from '../../who/files/public.ts'
import { carriedSignature, pagesRefusal } from '../documents/public.ts'
import { batchesOfGuesses, insertReport, knownReport, takeFileLock } from './store.ts'

export interface ReportFile {
  /** As it came, with the folders below the one that was given. */
  path: string
  bytes: Buffer
}

export interface IntakeOutcome {
  /** known: it is here already · refused: not kept. */
  outcome: 'checking' | 'unmatched' | 'known' | 'refused'
  message: string
  id: number | null
}

export interface Intake {
  way: 'upload' | 'import'
  by: { accountId: number | null; name: string }
  scanner: VirusScanner
  /** Looks and matches, keeps nothing. */
  dryRun?: boolean
}

interface Place {
  goodsId: number | null
  batchNo: string
  kind: ReportKind
  /** Why a person must look; '': it is plain. */
  doubt: string
  said: string
}

async function placeOf(connection: Connection, path: string): Promise<Place> {
  const kind = nameKind(path)
  const guesses = nameGuesses(path)
  const found = await batchesOfGuesses(connection, guesses)
  const known = found.filter((one) => one.batchNo !== null)
  const [first] = known
  const distinct = new Set(known.map((one) => `${one.goodsId} ${one.batchNo}`))
  if (first !== undefined && distinct.size === 1)
    return {
      goodsId: first.goodsId,
      batchNo: first.batchNo ?? '',
      kind,
      doubt: '',
      said: `${first.code} ${first.name} 批号 ${first.batchNo}`,
    }
  const unknown = { goodsId: null, batchNo: '', kind, said: '' }
  if (distinct.size > 1) return { ...unknown, doubt: '文件名可以对应多个商品或批号，请手工匹配' }
  const [goods] = found
  if (goods !== undefined) {
    const batchNo = guesses.find((one) => one.code.toUpperCase() === goods.code.toUpperCase())?.batchNo.slice(0, 20) ?? ''
    return {
      ...unknown,
      goodsId: goods.goodsId,
      batchNo,
      doubt: `${goods.code} ${goods.name} 没有批号 ${batchNo} 的库存或销售记录，请核对后手工匹配`,
    }
  }
  return { ...unknown, doubt: '文件名里没有找到商品编码和批号（应为 商品编码_批号.pdf），请手工匹配' }
}

const refused = (message: string): IntakeOutcome => ({ outcome: 'refused', message, id: null })

/** Checks one file from all sides, finds its batch by its name and keeps it for quality to look at. What is refused leaves no trace. */
export async function takeReport({ db }: DatabaseHandle, { path, bytes }: ReportFile, intake: Intake, now: Date): Promise<IntakeOutcome> {
  const wrongName = nameFault(path)
  if (wrongName !== null) return refused(wrongName)
  if (bytes.length === 0) return refused('文件是空的')
  const found = await virusRefusal(intake.scanner, bytes).catch((error: unknown) => {
    if (error instanceof Unanswered) return '查毒程序没有答复，这份没有收下，请稍后再传'
    throw error
  })
  if (found !== null) return refused(found)
  const refusal = await pdfRefusal(bytes)
  if (refusal !== null) return refused(refusal)
  const sha256 = createHash('sha256').update(bytes).digest()
  const signature = carriedSignature(bytes)
  const pages = await pagesRefusal(bytes, signature !== null)
  if (pages !== null) return refused(pages)
  const addedAfterSigning = signature !== null && !signature.coversAll
  return transact(db, async (trx): Promise<IntakeOutcome> => {
    const { doubt, said, ...place } = await placeOf(trx, path)
    await takeFileLock(trx, sha256)
    const before = await knownReport(trx, { ...place, sha256 })
    if (before !== null) return { outcome: 'known', message: '这份文件已经收到过，没有重复保存', id: before.id }
    const outcome = doubt === '' ? ('checking' as const) : ('unmatched' as const)
    const message = [doubt || `已匹配 ${said}，待质量放行`, ...(addedAfterSigning ? [ADDED_AFTER_SIGNING] : [])].join('；')
    if (intake.dryRun) return { outcome, message, id: null }
    const name = path.split(/[/\\]/).at(-1) ?? path
    const subject = `report:${sha256.toString('hex')}`
    const fileId = await keepMadeFile(
      trx,
      { companyId: null, purpose: 'document', subject, name, mime: 'application/pdf', content: bytes },
      now,
    )
    const report = {
      ...place,
      fileId,
      sha256,
      fileName: name,
      signed: signature !== null,
      addedAfterSigning,
      note: doubt,
      state: outcome,
      way: intake.way,
      by: intake.by.name,
    }
    const id = await insertReport(trx, report, now)
    const after = { file: name, goods_id: place.goodsId, batch_no: place.batchNo, sha256: sha256.toString('hex'), way: intake.way }
    await writeAudit(trx, intake.by, { action: 'report.intake', subject: `report:${id}`, before: null, after }, now)
    return { outcome, message, id }
  })
}
